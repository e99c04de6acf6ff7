// In coverage builds _exit writes the counts of gcov first, as exit does (linked with
// --wrap=_exit).
void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

_Noreturn void __wrap__exit(int status) {
    __gcov_dump();
    __real__exit(status);
}
