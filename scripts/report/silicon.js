'use strict';
// How big, how fast, and what limits: area by module, clocks, scaling, power.

// Area of the blocks of the top as a treemap, or of modules where only these are there; colour: the
// clock that each reaches, in the top or by itself.
function areaMap(area, slack, timing) {
    const library = area[0].library, mine = row => row.library === library;
    const sizes = area.filter(row => mine(row) && /^sema_/.test(row.design) && +row.area);
    const sizeOf = block => sizes.find(row => block.endsWith(row.design.slice(4)));
    const blocks = slack.filter(row => row.design === 'top' && mine(row) && sizeOf(row.block));
    const alone = unique(sizes.map(row => row.design)).map(design => ({name: design,
        size: sizes.find(row => row.design === design),
        mhz: (timing.find(row => row.design === design && mine(row)) || {}).fmax_mhz}));
    const modules = blocks.length ? blocks.map(row => ({name: row.block, size: sizeOf(row.block),
        mhz: row.fmax_mhz})) : alone;
    if (!modules.length) return null;
    const clocks = modules.map(one => +one.mhz).filter(mhz => mhz);
    const width = 900, height = 380, root = d3.treemap().size([width, height]).padding(2)(
        d3.hierarchy({children: modules}).sum(one => one.size ? +one.size.area : 0)
            .sort((a, b) => b.value - a.value));
    const fastest = d3.max(clocks) || 1, slowest = d3.min(clocks) || 0;
    const svg = d3.create('svg').attr('viewBox', [0, 0, width, height]).attr('role', 'img')
        .attr('aria-label', `area by module in ${library}; the table has the numbers`);
    for (const leaf of root.leaves()) {
        const {name, size, mhz} = leaf.data;
        const slow = mhz ? 1 - (mhz - slowest) / (fastest - slowest || 1) : .3;
        const what = `${name}\n${shown(size.area)} \u00b5m\u00b2, ${shown(size.flops)} flops${
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
    const area = csv('reports/area.csv') || [], slack = csv('reports/slack.csv') || [];
    const map = area.length ? areaMap(area, slack, csv('reports/timing.csv') || []) : null;
    if (map) place.append(map);
    place.append(reportTable('reports/timing.csv', 'Clocks of designs and modules'),
        reportTable('reports/slack.csv', 'Blocks of a design: clock, registers, worst path',
            {without: /^left/, most: 20}), reportTable('reports/area.csv', 'Area', {most: 30}));
    const scaling = csv('reports/scaling.csv') || [];
    for (const [study, rows] of groupBy(scaling, row => row.study)) {
        const order = unique(rows.map(row => row.series));
        const charts = [['clock_mhz', 'MHz'], ['gates', 'gates'], ['latency_ns', 'latency, ns']]
            .filter(([key]) => rows.some(row => row[key] !== '')).map(([key, title]) => chart({
                title: `by ${study}`, x: {title: study}, y: {title}, order, series:
                [...groupBy(rows.filter(row => row[key] !== ''), row => row.series)]
                    .map(([name, found]) => ({name, points: found.map(row => ({x: +row.value,
                        y: +row[key], text: row.worst_path}))}))}));
        place.append(el('h3', {}, `Scaling by ${study}`), legend(order, charts),
            el('div', {class: 'charts'}, charts.map(one => one.node)));
    }
    place.append(reportTable('reports/power.csv', 'Energy', {most: 20}),
        reportTable('reports/pnr.csv', 'Place and route'),
        reportTable('reports/equivalence.csv', 'Netlists equal to the RTL', {most: 20}));
    return 0;
});
