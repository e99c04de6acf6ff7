'use strict';
// How big, how fast, and what limits: area by module, clocks, place and route.

// Area of modules as a treemap; colour: the clock that each reaches by itself, where that is known.
function areaMap(area, timing) {
    const library = area[0].library, mine = row => row.library === library;
    const modules = area.filter(row => mine(row) && /^sema_/.test(row.design) && +row.area);
    if (!modules.length) return null;
    const clockOf = design => +(timing.find(row => row.design === design && mine(row)) || {})
        .fmax_mhz;
    const clocks = modules.map(one => clockOf(one.design)).filter(mhz => mhz);
    const width = 900, height = 380, root = d3.treemap().size([width, height]).padding(2)(
        d3.hierarchy({children: modules}).sum(one => +one.area || 0)
            .sort((a, b) => b.value - a.value));
    const fastest = d3.max(clocks) || 1, slowest = d3.min(clocks) || 0;
    const svg = d3.create('svg').attr('viewBox', [0, 0, width, height]).attr('role', 'img')
        .attr('aria-label', `area by module in ${library}; the table has the numbers`);
    for (const leaf of root.leaves()) {
        const {design, area: size, flops} = leaf.data, mhz = clockOf(design);
        const slow = mhz ? 1 - (mhz - slowest) / (fastest - slowest || 1) : .3;
        const what = `${design}\n${shown(size)} \u00b5m\u00b2, ${shown(flops)} flops${
            mhz ? `\n${mhz} MHz` : ''}`;
        const cell = svg.append('g').attr('transform', `translate(${leaf.x0},${leaf.y0})`);
        cell.append('rect').attr('width', leaf.x1 - leaf.x0).attr('height', leaf.y1 - leaf.y0)
            .style('fill', `rgba(var(--heat), ${.12 + .4 * slow})`).style('stroke', 'var(--quiet)');
        if (leaf.x1 - leaf.x0 > 76 && leaf.y1 - leaf.y0 > 32) what.split('\n').slice(0,
            Math.floor((leaf.y1 - leaf.y0) / 15)).forEach((line, index) => cell.append('text')
            .attr('x', 5).attr('y', 15 + 14 * index).text(cutOff(line,
                Math.floor((leaf.x1 - leaf.x0) / 6.8))));
        cell.node().addEventListener('mousemove', event => showTip(what, event.clientX,
            event.clientY));
        cell.node().addEventListener('mouseleave', () => showTip(''));
    }
    return wide([`Area by module, ${library}`, el('span', {class: 'quiet'}, clocks.length ?
        ' \u2013 darker: slower' : '')], svg.node());
}

section('silicon', 'Silicon', 'How big, how fast, and what limits?', place => {
    place.append(...notRunOf('silicon'));
    const area = csv('reports/area.csv') || [];
    const map = area.length ? areaMap(area, csv('reports/timing.csv') || []) : null;
    if (map) place.append(map);
    place.append(reportTable('reports/timing.csv', 'Clocks of designs and modules'),
        reportTable('reports/area.csv', 'Area', {most: 30}),
        reportTable('reports/pnr.csv', 'Place and route'));
    return 0;
});
