'use strict';
// Draws what page.html has as data: tables and charts here, waves beside; follows links.

const drawers = {}; // by name: (data, place, caption), which draws into the place

// An element: attributes by name, onclick and its like as functions, children as text or nodes.
function el(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
        if (typeof value === 'function') made[name] = value;
        else if (value !== undefined && value !== false) made.setAttribute(name, value);
    }
    made.append(...children.flat().filter(child => child !== null && child !== undefined));
    return made;
}
const unique = values => [...new Set(values)];
const shown = (number, digits = 0) => number === '' || isNaN(number) ? '' :
    (+number).toLocaleString('en', {maximumFractionDigits: digits});
const button = (what, onclick) => el('button', {class: 'plain', type: 'button', onclick}, what);

// ---- tables that sort and filter; rows are drawn as they are asked for

const textOf = cell => cell.text === undefined ? String(cell) : cell.text;
function cellOf(cell, {number, digits, wide}, first) {
    const value = number && cell.text === undefined ? shown(cell, digits) : textOf(cell);
    const link = (text, href) => el('a', {href, class: cell.kind}, text);
    return el(first ? 'th' : 'td', {scope: first ? 'row' : undefined, id: cell.id,
        class: [number && 'number', wide && 'wide', cell.kind].filter(Boolean).join(' ') ||
            undefined}, cell.href ? link(value, cell.href) : cell.code ? el('code', {}, value) :
        value, (cell.lines || []).map(line => el('div', {class: 'code'}, line)),
    (cell.links || []).flatMap(([text, href], at) => [at ? ', ' : '', link(text, href)]));
}

let tables = 0;
drawers.table = ({columns, rows, most, sort, bad}, place, caption) => {
    let down = sort !== null && columns[sort].number, wanted = '';
    const id = 'table' + ++tables, body = el('tbody'), count = el('span', {class: 'quiet'});
    const red = new Set(rows.slice(0, bad));
    const more = button('all rows', () => { most = Infinity; fill(); });
    const headings = columns.map(({title, number}, at) => el('th', {scope: 'col',
        class: number ? 'number' : undefined}, el('button', {type: 'button', onclick: () => {
        down = sort === at ? !down : number;
        sort = at;
        fill();
    }}, title)));
    const value = row => columns[sort].number ? parseFloat(textOf(row[sort]).replace(/[^-\d.e]/g,
        '')) : textOf(row[sort]);
    const order = (a, b) => { // what is no number stands last
        if (a !== a || b !== b) return (a !== a) - (b !== b);
        return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
    };
    function fill() {
        let found = rows.filter(row => row.some(cell => textOf(cell).toLowerCase()
            .includes(wanted)));
        if (sort !== null) found = found.sort((a, b) => order(value(a), value(b)));
        headings.forEach((heading, at) => heading.setAttribute('aria-sort',
            at !== sort ? 'none' : down ? 'descending' : 'ascending'));
        body.replaceChildren(...found.slice(0, most).map(row => el('tr', {class: red.has(row) ?
            'bad' : undefined}, row.map((cell, at) => cellOf(cell, columns[at], at === 0)))));
        more.hidden = found.length <= most;
        count.textContent = `${more.hidden ? '' : most + ' of '}${shown(found.length)} rows`;
    }
    fill();
    place.append(el('h3', {id}, caption));
    if (rows.length > 9) place.append(el('div', {class: 'tools'}, el('label', {}, 'filter ',
        el('input', {type: 'search', 'aria-label': 'filter: ' + caption, oninput: event => {
            wanted = event.target.value.toLowerCase();
            fill();
        }})), count, more));
    place.append(el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-labelledby': id},
        el('table', {'aria-labelledby': id}, el('thead', {}, el('tr', {}, headings)), body)));
};

// ---- charts, by D3; a pointer that rests on a mark shows its numbers

// A chart for each [title, points], of points [number of a line, value, words].
drawers.lines = (charts, place) => place.append(el('div', {class: 'charts'}, charts.map(([title,
    points]) => {
    const svg = d3.create('svg').attr('viewBox', [0, 0, 340, 150]).attr('role', 'img')
        .attr('aria-label', title);
    const axis = (x, y, made) => svg.append('g').attr('class', 'axis')
        .attr('transform', `translate(${x},${y})`).call(made);
    const x = d3.scaleLinear(d3.extent(points, one => one[0]), [60, 330]);
    const y = d3.scaleLinear(d3.extent(points, one => one[1]), [120, 10]).nice();
    axis(0, 126, d3.axisBottom(x).ticks(5));
    axis(50, 0, d3.axisLeft(y).ticks(4));
    svg.append('path').attr('fill', 'none').attr('stroke', 'var(--link)')
        .attr('d', d3.line().x(one => x(one[0])).y(one => y(one[1]))(points));
    svg.selectAll().data(points).join('circle').attr('fill', 'var(--link)').attr('r', 4)
        .attr('cx', one => x(one[0])).attr('cy', one => y(one[1])).append('title')
        .text(one => `${title}: ${shown(one[1], 2)}\n${one[2]}`);
    return el('figure', {}, el('figcaption', {}, title), svg.node());
})));

// ---- links

const opened = {}; // what a link #NAME=VALUE opens, by NAME: returns what is to be seen
function follow() {
    const [name, value] = decodeURIComponent(location.hash.slice(1)).split('=');
    const target = opened[name] ? opened[name](value) : document.getElementById(name);
    for (let up = target; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
    if (target) target.scrollIntoView({block: opened[name] ? 'center' : 'start'});
}

function drawAll() {
    for (const place of document.querySelectorAll('.draw')) {
        const data = JSON.parse(place.firstChild.textContent);
        drawers[place.dataset.what](data, place, place.dataset.caption);
    }
    for (const one of document.querySelectorAll('.copy')) one.onclick = () => navigator.clipboard
        .writeText(one.previousElementSibling.textContent)
        .then(() => { one.textContent = 'copied'; });
    addEventListener('hashchange', follow);
    addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(one => {
        one.open = true;
    }));
    follow();
}
