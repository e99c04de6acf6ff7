'use strict';
// The source of the RTL: what drives a signal, from a port inwards; a file with notes at its lines.

const code = line => line.replace(/\/\/.*/, '');
const signalsIn = found => unique(found.replace(/sema_path_pkg::\w+|\d*'[a-z]?\w*|\.\w+/g, ' ')
    .match(/\b[a-z]\w*/g) || []).filter(name => !/^(clk_i|rst_ni|if|else|end|begin)$/.test(name));

// The lines of a module, and its instances: by name the module, its connections by port. They are
// of the RTL in a folder, which is in the page where it differs from ours.
const readModules = new Map();
let rtl = 'rtl';
function readModule(name) {
    const key = `${rtl} ${name}`;
    if (readModules.has(key)) return readModules.get(key);
    const files = filesLike(new RegExp(`/${name}\\.sv$`));
    const file = files.find(one => one.startsWith(rtl + '/')) ||
        files.find(one => /^rtl\/(\w+\/)?\w+\.sv$/.test(one));
    const source = (file ? text(file) : '').split('\n').map(code), instances = new Map();
    const whole = source.join('\n'), begins = /\b(sema_\w+)\s+(?:#\([^;]*?\)\s*)?(u_\w+)\s*\(/g;
    for (let found; (found = begins.exec(whole));) {
        const ports = new Map(), body = whole.slice(begins.lastIndex).split(';')[0];
        for (const [, port, value] of body.matchAll(/\.(\w+)\s*(?:\(([^;]*?)\)\s*(?=[,)]|$))?/gm))
            ports.set(port, value === undefined ? port : value);
        instances.set(found[2], {module: found[1], ports});
    }
    const made = {file, source, instances};
    readModules.set(key, made);
    return made;
}

// The assignments of a signal in a module: {file, line, text, from: signals}; without its reset.
function assignmentsOf({file, source}, signal) {
    const begins = new RegExp('^\\s*(?:assign |[\\w:]+: |(?:end )?(?:else )?(?:if \\(.*?\\) )?)' +
        '(\\{[^{}]*\\}|[a-z]\\w*)');
    return source.flatMap((line, index) => {
        const [head, target] = line.match(begins) || ['', ''];
        const rest = line.slice(head.length).match(/^(?:\[.*?\])*\s*<?=(?!=)(.*)/);
        if (!rest || !signalsIn(target).includes(signal)) return [];
        let value = rest[1], reset = false;
        for (let at = index + 1; !/;/.test(value) && at < source.length; at++) value += source[at];
        const indent = found => found.search(/\S/);
        for (let at = index, left = indent(line); at >= 0 && left > 2; at--) {
            if (at !== index && (indent(source[at]) < 0 || indent(source[at]) >= left)) continue;
            left = indent(source[at]);
            const condition = source[at].match(/\bif \((.*)\) begin/);
            if (at === index || !condition) continue;
            reset ||= condition[1] === '!rst_ni';
            value += ' ' + condition[1];
        }
        return reset ? [] : [{file, line: index + 1, text: line.trim(), from: signalsIn(value)}];
    });
}

// Where signals come from: assignments, found through the ports of instances. `path` is the module
// in which they are, and of each above it the instance that leads there.
function driversOf(path, signal, seen) {
    const {module, instance} = path[path.length - 1], read = readModule(module);
    const key = path.map(one => one.instance).join('.') + '.' + signal;
    if (seen.has(key)) return [];
    seen.add(key);
    const above = path.length > 1 && readModule(path[path.length - 2].module);
    if (above && /_n?i$/.test(signal)) return signalsIn(above.instances.get(instance).ports
        .get(signal) || '').flatMap(name => driversOf(path.slice(0, -1), name, seen));
    return [...read.instances].flatMap(([name, {module: inner, ports}]) => [...ports]
        .filter(([port, value]) => /_q?o$/.test(port) && signalsIn(value).includes(signal))
        .flatMap(([port]) => driversOf([...path, {module: inner, instance: name}], port, seen)))
        .concat(assignmentsOf(read, signal).map(found => ({...found, path})));
}

// What decides an output of the block, the nearest first: so many assignments deep, so many lines.
function decidersOf(port, deep = 4, most = 12) {
    const seen = new Set(), found = new Map();
    let names = [{path: [{module: 'semacredit', instance: ''}], name: port}];
    for (let depth = 0; depth < deep && found.size < most; depth++) {
        const drivers = names.flatMap(({path, name}) => driversOf(path, name, seen));
        for (const one of drivers) if (found.size < most) found.set(`${one.file}:${one.line}`, one);
        names = drivers.flatMap(({path, from}) => from.map(name => ({path, name})));
    }
    return [...found.values()];
}

// The port of the block that a report's field is: "message_credit[8]" is of message_credit_o.
function portOf(field) {
    const port = `${field.replace(/\W.*/, '')}_o`, ports = readModule('semacredit').source;
    return new RegExp(`output .*\\b${port}\\b`).test(ports.join('\n')) ? port : undefined;
}

// Where a signal of the waves is driven or declared: FILE:LINE.
function lineOf(path, folder) {
    rtl = folder;
    const names = path.split('.').slice(1), signal = names.pop().replace(/\[.*/, '');
    let module = names.shift();
    for (const name of names) {
        const inner = readModule(module).instances.get(name);
        if (!inner && !/^gen_/.test(name)) return null;
        if (inner) module = inner.module;
    }
    const read = readModule(module), [driven] = assignmentsOf(read, signal);
    const at = driven ? driven.line : 1 + read.source.findIndex(line =>
        new RegExp(`\\blogic\\b.*\\b${signal}\\b`).test(line));
    return at && `${read.file}:${at}`;
}

// A file that the folder has as we have it is in the page once, and called by its name there.
const sourceLink = (at, folder) => el('a', {href: `#source=${at}`},
    at.replace(/^rtl(?=\/)/, folder));
function decidedAt(fields, folder) {
    rtl = folder;
    const ports = unique(fields.map(portOf).filter(Boolean));
    const rows = ports.flatMap(port => decidersOf(port).map(found => ({port, ...found})));
    return rows.length ? table('Where what differs is decided, from the port inwards', rows, [
        {key: 'port'}, {key: 'file', title: 'line', width: 'short', show: ({file, line}) =>
            sourceLink(`${file}:${line}`, folder)},
        {key: 'text', title: 'source', show: row => el('code', {}, row.text)}], {most: 200}) : null;
}

// The source of a file of the RTL with what was not reached and which mutants survived.
function annotated(name, points, mutants, wanted) {
    const at = new Map(), notes = new Map();
    for (const point of points) {
        if (!at.has(+point.line)) at.set(+point.line, []);
        at.get(+point.line).push(point);
    }
    for (const mutant of mutants) {
        const line = parseInt(mutant.source.split(':')[1], 10);
        notes.set(line, (notes.get(line) || []).concat(`survives: ${mutant.what}`));
    }
    const rows = (text(name) || '').split('\n').map((line, index) => {
        const here = at.get(index + 1) || [], said = notes.get(index + 1) || [];
        const missed = here.filter(point => !+point.hits);
        const most = d3.max(here, point => +point.hits);
        return el('span', {class: [missed.length ? 'bad' : said.length && 'mutant',
            index + 1 === wanted && 'wanted'].filter(Boolean).join(' ') || undefined,
        id: `${name}:${index + 1}`},
        String(index + 1).padStart(5), points.length ? (most === undefined ? '' : shown(most))
            .padStart(14) : '', '  ' + line,
        missed.length ? `   \u2716 ${unique(missed.map(p => p.what || p.kind)).join(', ')}` : '',
        said.length ? `   \u25cb ${said.join('; ')}` : '');
    });
    return el('div', {class: 'scroll source', tabindex: 0, role: 'region', 'aria-label': name},
        el('pre', {}, rows));
}
