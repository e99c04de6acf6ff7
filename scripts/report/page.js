'use strict';
// What all sections share: the files in the page, elements, tables, the way by links.

// ---- the files that report.sh put in

function text(name) {
    const found = document.getElementById('file:' + name);
    return found && found.textContent.replace(/&lt;/g, '<').replace(/&amp;/g, '&');
}
function csv(name) {
    const found = text(name);
    if (found === null) return null;
    const [columns, ...rows] = d3.csvParseRows(found.trimEnd()); // d3.csvParse would eval
    const objects = rows.map(row => Object.fromEntries(columns.map((key, at) => [key, row[at]])));
    objects.columns = columns;
    return objects;
}
function filesLike(pattern) {
    return [...document.querySelectorAll('script[id^="file:"]')]
        .map(script => script.id.slice(5)).filter(name => pattern.test(name));
}
const lines = found => found ? found.split('\n').filter(line => line !== '') : [];
const sum = (rows, of) => rows.reduce((total, row) => total + (+of(row) || 0), 0);
const unique = values => [...new Set(values)];
function groupBy(rows, of) {
    const groups = new Map();
    for (const row of rows) {
        const key = of(row);
        if (!groups.has(key)) groups.set(key, []);
        groups.get(key).push(row);
    }
    return groups;
}
const about = Object.fromEntries(lines(text('about')).map(line => line.split('\t')));

// ---- elements

// An element: attributes by name, onclick and its like as functions, children as text or nodes.
function el(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
        if (typeof value === 'function') made[name] = value;
        else if (value !== undefined && value !== false) made.setAttribute(name, value);
    }
    for (const child of children.flat()) if (child !== null && child !== undefined)
        made.append(child);
    return made;
}
const shown = (number, digits = 0) => number === '' || isNaN(number) ? '' :
    (+number).toLocaleString('en', {maximumFractionDigits: digits});
const when = seconds => seconds ? new Date(seconds * 1000).toISOString().slice(0, 16)
    .replace('T', ' ') + ' UTC' : '';
const facts = pairs => el('div', {class: 'facts'}, pairs.map(([name, value, className]) =>
    el('div', {}, el('b', {class: className}, value), name)));
// A drawing as wide as the page, which a phone scrolls.
const wide = (caption, node) => el('figure', {}, caption && el('figcaption', {}, caption),
    el('div', {class: 'wide', tabindex: 0, role: 'region', 'aria-label': node.getAttribute(
        'aria-label')}, node));
const cutOff = (found, most) => found.length > most ? found.slice(0, Math.max(1, most - 1)) +
    '\u2026' : found;
const notRun = (what, command) => el('div', {class: 'box missing'},
    `\u25cb not run: ${what}. `, el('code', {}, command));
function copyButton(what, found) {
    const button = el('button', {class: 'plain', type: 'button', onclick: () => {
        navigator.clipboard.writeText(found).then(() => { button.textContent = 'copied'; });
    }}, what);
    return button;
}

const tip = document.getElementById('tip');
function showTip(what, x, y) {
    tip.hidden = !what;
    if (!what) return;
    tip.textContent = what;
    tip.style.left = Math.max(0, Math.min(x + 14, innerWidth - tip.offsetWidth - 8)) + 'px';
    tip.style.top = Math.max(0, Math.min(y + 14, innerHeight - tip.offsetHeight - 8)) + 'px';
}

// ---- tables that sort and filter

// Columns: {key, title, number, digits, width (wide, short), show(row): text or node, bad(row)};
// options: bad(row) for whole rows, most (rows at first), sort (index) and down.
let tables = 0;
function table(caption, rows, columns, options = {}) {
    let {sort = null, down = false} = options, most = options.most || 100, wanted = '';
    const id = 'table' + ++tables, body = el('tbody'), count = el('span', {class: 'quiet'});
    const value = (row, column) => column.number ? (row[column.key] === '' ? NaN : +row[column.key])
        : String(row[column.key]);
    const more = el('button', {class: 'plain', type: 'button', onclick: () => {
        most = Infinity;
        fill();
    }}, 'all rows');
    const headings = columns.map((column, index) => el('th', {scope: 'col',
        class: column.number ? 'number' : undefined}, el('button', {type: 'button', onclick: () => {
        down = sort === index ? !down : Boolean(column.number);
        sort = index;
        fill();
    }}, column.title || column.key)));
    function cell(row, column, first) {
        const bad = column.bad && column.bad(row);
        return el(first ? 'th' : 'td', {scope: first ? 'row' : undefined,
            class: [column.number && 'number', column.width, bad && 'bad']
                .filter(Boolean).join(' ') || undefined},
        column.show ? column.show(row) : column.number ? shown(row[column.key], column.digits)
            : row[column.key]);
    }
    function fill() {
        let found = rows.filter(row => !wanted || columns.some(column =>
            String(row[column.key]).toLowerCase().includes(wanted)));
        if (sort !== null) {
            const column = columns[sort];
            found = [...found].sort((a, b) => {
                const [x, y] = [value(a, column), value(b, column)];
                if (x !== x || y !== y) return (x !== x) - (y !== y);
                return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
            });
        }
        headings.forEach((heading, index) => heading.setAttribute('aria-sort',
            index !== sort ? 'none' : down ? 'descending' : 'ascending'));
        body.replaceChildren(...found.slice(0, most).map(row =>
            el('tr', {class: options.bad && options.bad(row) ? 'bad' : undefined},
                columns.map((column, index) => cell(row, column, index === 0)))));
        more.hidden = found.length <= most;
        count.textContent = found.length > most ? `${most} of ${shown(found.length)} rows` :
            `${shown(found.length)} rows`;
    }
    fill();
    const filter = rows.length > 9 && el('label', {}, 'filter ', el('input', {type: 'search',
        'aria-label': 'filter: ' + caption, oninput: event => {
            wanted = event.target.value.toLowerCase();
            fill();
        }}));
    return el('div', {},
        el('h3', {id}, caption),
        filter ? el('div', {class: 'tools'}, filter, count, more) : null,
        el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-labelledby': id},
            el('table', {'aria-labelledby': id}, el('thead', {}, el('tr', {}, headings)), body)));
}

const titled = {area: '\u00b5m\u00b2', fmax_mhz: 'MHz', worst_path: 'worst path'};

// A report as it is, numbers as numbers, without the columns that `without` names.
function reportTable(name, caption, options = {}) {
    const rows = csv(name);
    if (!rows || !rows.length) return '';
    return table(caption, rows, rows.columns.filter(key => !(options.without || /^$/).test(key))
        .map(key => ({key, title: titled[key] || key.replace(/_/g, ' '), digits: 2,
            number: rows.every(row => row[key] === '' || !isNaN(row[key]))})), options);
}

// ---- sections

const sections = [];
// Draws into `parent` when the page is opened; returns what the index shows as failed, if anything.
const section = (id, title, question, draw) => sections.push({id, title, question, draw});

const inputs = csv('inputs.csv');
// Above a section: what of it was not run, by command.
function notRunOf(id) {
    const missing = inputs.filter(input => input.section === id && !input.time);
    return missing.length ? [el('div', {class: 'box missing'}, [...groupBy(missing, input =>
        input.command)].map(([command, found]) => el('div', {}, '\u25cb not run: ', el('code', {},
        command), ` (${found.map(input => input.file).join(', ')})`)))] : [];
}

const opened = {}; // what a link #NAME=VALUE opens, by NAME
function follow() {
    const [name, ...rest] = decodeURIComponent(location.hash.slice(1)).split('=');
    const target = opened[name] ? opened[name](rest.join('=')) : document.getElementById(name);
    if (target) target.scrollIntoView();
}

function drawAll() {
    const main = document.querySelector('main'), nav = document.querySelector('nav');
    nav.append(el('b', {}, 'semacredit'));
    for (const {id, title, question, draw} of sections) {
        const place = el('section', {id, 'aria-labelledby': id + '-title'},
            el('h2', {id: id + '-title'}, title), el('p', {class: 'question'}, question));
        main.append(place);
        const bad = draw(place);
        nav.append(el('a', {href: '#' + id}, title,
            bad ? el('span', {class: 'bad'}, ` \u2716 ${bad}`) : null));
    }
    addEventListener('hashchange', follow);
    addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(one => {
        one.open = true;
    }));
    follow();
}
