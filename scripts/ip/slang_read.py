"""slang reads an RTL folder's sema.f with the given top; prints what it finds.
usage: slang_read.py FOLDER TOP [OPTION...]     status 1: an error or a warning"""

import sys

from pyslang import driver

folder, top, *options = sys.argv[1:]
slang = driver.Driver()
slang.addStandardArgs()
command = ["slang", "-Werror", *options, "--top", top, "-F", f"{folder}/sema.f"]
sys.exit(not (slang.parseCommandLine(" ".join(command)) and slang.processOptions() and
              slang.parseAllSources() and slang.runFullCompilation(True)))
