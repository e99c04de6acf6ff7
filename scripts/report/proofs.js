'use strict';
// What is guaranteed, under what: every property with its promise, and what breaks it.

// The properties of rtl/formal/proofs.txt: PROOF.PROPERTY, module, promise.
function properties() {
    const found = [];
    let proof = '', module = '';
    for (const line of lines(text('rtl/formal/proofs.txt'))) {
        if (/^[a-z]/.test(line)) [proof, module] = line.split(/ +/);
        const part = line.match(/^ +(\S+) +(\S+) +(.*)/);
        if (part) found.push({property: `${proof}.${part[1]}`, module, promise: part[3],
            bugs: part[2].replace(/,/g, ';')});
    }
    return found;
}

section('proofs', 'Proofs', 'What is guaranteed, and under what?', place => {
    place.append(...notRunOf('proofs'));
    const results = new Map(['formal_quick', 'formal'].flatMap(name =>
        csv(`reports/${name}.csv`) || []).map(row => [row.property, row]));
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
        {key: 'module', show: row => row.module === '-' ? 'lemma' : row.module},
        {key: 'status', show: row => el('span', {class: row.status === 'proved' ? 'good' :
            row.status === 'not run' ? 'missing' : 'bad'}, `${row.status === 'proved' ? '\u2714' :
            row.status === 'not run' ? '\u25cb' : '\u2716'} ${row.status}`, bad.includes(row) ?
            el('div', {class: 'code'}, `gtkwave build/formal/${row.property.split('.')[0]
            }/prove.vcd`) : null)},
        {key: 'seconds', title: 's', number: true, digits: 1}, {key: 'size'},
        {key: 'assumes', title: 'rests on', show: row => listed(row.assumes, link)},
        {key: 'refuted_by', title: 'broken by planted bugs', show: row =>
            listed(row.refuted_by || '', name => el('code', {}, name))}],
    {bad: row => bad.includes(row), most: 500}));
    const promises = lines(text('rtl/spec/promises.md')).map(line =>
        line.match(/^\| (\d+) \| (.*) \|$/)).filter(Boolean).map(([, number, promise]) => ({number,
        promise: promise.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')}));
    place.append(table('Promises of the specification', promises, [{key: 'number', number: true},
        {key: 'promise'}]));
    return bad.length;
});
