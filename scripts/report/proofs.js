'use strict';
// What is guaranteed, under what: every property with its promise, and what breaks it.

// The properties of rtl/proofs.txt: NAME.PROPERTY, module, promise, changes that break it.
function properties() {
    const found = [];
    let module = '';
    for (const line of lines(text('rtl/proofs.txt'))) {
        const begins = line.match(/^(sema_\w+)/), part = line.match(/^ {4}(?!given )(\w+) +(.*)/);
        if (begins) module = begins[1];
        else if (part) found.push({property: `${module.replace(/^sema_(path_)?/, '')}.${part[1]}`,
            module, promise: part[2]});
    }
    return found;
}

section('proofs', 'Proofs', 'What is guaranteed, and under what?', place => {
    place.append(...notRunOf('proofs'));
    const results = new Map((csv('reports/formal.csv') || []).map(row => [row.property, row]));
    const rows = properties().map(one => {
        const found = results.get(one.property) || {};
        return {...one, seconds: '', size: '', assumes: '', refuted_by: '', ...found,
            module: one.module, status: found.status || 'not run'};
    });
    const proved = rows.filter(row => row.status === 'proved');
    const bad = rows.filter(row => !['proved', 'not run'].includes(row.status));
    place.append(facts([['properties', shown(rows.length)], ['proved for all time',
        shown(proved.length)], ['not proved', bad.length ? el('a', {class: 'bad',
        href: `#property=${bad[0].property}`}, `\u2716 ${bad.length}`) : '0'],
    ['not run', shown(rows.length - proved.length - bad.length)]]));
    const link = name => el('a', {href: `#property=${name}`}, name);
    const listed = (found, of) => el('span', {}, found.split(';').filter(Boolean)
        .flatMap((name, index) => [index ? ', ' : '', of(name)]));
    opened.property = name => document.getElementById(`property-${name}`);
    place.append(table('Properties', [...bad, ...rows.filter(row =>
        row.status === 'not run'), ...proved], [
        {key: 'property', show: row => el('span', {id: `property-${row.property}`}, row.property)},
        {key: 'promise', width: 'wide'},
        {key: 'module'},
        {key: 'status', show: row => el('span', {class: row.status === 'proved' ? 'good' :
            row.status === 'not run' ? 'missing' : 'bad'}, `${row.status === 'proved' ? '\u2714' :
            row.status === 'not run' ? '\u25cb' : '\u2716'} ${row.status}`, bad.includes(row) ?
            el('div', {class: 'code'}, `gtkwave build/block/formal/${row.property.split('.')[0]
            }.vcd`) : null)},
        {key: 'seconds', title: 's', number: true, digits: 1}, {key: 'size'},
        {key: 'assumes', title: 'rests on', show: row => listed(row.assumes, link)},
        {key: 'refuted_by', title: 'broken by changes', show: row =>
            listed(row.refuted_by || '', name => el('code', {}, name))}],
    {bad: row => bad.includes(row), most: 500}));
    const promises = lines(text('rtl/spec/promises.md')).map(line =>
        line.match(/^\| (\d+) \| (.*) \| (.*) \|$/)).filter(Boolean)
        .map(([, number, promise, by]) => ({number, by,
            promise: promise.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')}));
    place.append(table('Promises of the specification', promises, [{key: 'number', number: true},
        {key: 'promise'}, {key: 'by', title: 'asked for by'}]));
    return bad.length;
});
