'use strict';
// Charts by D3. A pointer that rests on a mark shows its numbers.

const shades = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b8a000', '#777777'];
const drawing = (width, height, label) => d3.create('svg').attr('viewBox', [0, 0, width, height])
    .attr('role', 'img').attr('aria-label', label);
const axisAt = (svg, x, y, axis) => svg.append('g').attr('class', 'axis')
    .attr('transform', `translate(${x},${y})`).call(axis);

// A chart for each [title, points], of points [number of a line, value, words].
drawers.lines = (charts, place) => place.append(el('div', {class: 'charts'}, charts.map(([title,
    points]) => {
    const svg = drawing(340, 150, title), y = d3.scaleLinear(d3.extent(points, one => one[1]),
        [120, 10]).nice(), x = d3.scaleLinear(d3.extent(points, one => one[0]), [60, 330]);
    axisAt(svg, 0, 126, d3.axisBottom(x).ticks(5));
    axisAt(svg, 50, 0, d3.axisLeft(y).ticks(4));
    svg.append('path').attr('fill', 'none').attr('stroke', shades[0])
        .attr('d', d3.line().x(one => x(one[0])).y(one => y(one[1]))(points));
    svg.selectAll().data(points).join('circle').attr('fill', shades[0]).attr('r', 4)
        .attr('cx', one => x(one[0])).attr('cy', one => y(one[1])).append('title')
        .text(one => `${title}: ${shown(one[1], 2)}\n${one[2]}`);
    return el('figure', {}, el('figcaption', {}, title), svg.node());
})));

// How many wait for each lane on average, over each of some intervals, stacked: rows are [lane,
// from, to] in microseconds.
drawers.area = (rows, place, caption) => {
    const width = 900, height = 240, left = 44, bottom = 210, steps = 180;
    const begin = d3.min(rows, row => row[1]), step = (d3.max(rows, row => row[2]) - begin) / steps;
    const lanes = unique(rows.map(row => row[0])).sort();
    const bins = d3.range(steps).map(at => ({at: begin + at * step,
        ...Object.fromEntries(lanes.map(lane => [lane, 0]))}));
    for (const [lane, from, to] of rows) for (const bin of bins)
        bin[lane] += Math.max(0, Math.min(to, bin.at + step) - Math.max(from, bin.at)) / step;
    const stacked = d3.stack().keys(lanes)(bins), svg = drawing(width, height, caption);
    const x = d3.scaleLinear([begin, begin + steps * step], [left, width - 8]);
    const y = d3.scaleLinear([0, d3.max(stacked.at(-1), one => one[1])], [bottom, 8]);
    svg.selectAll().data(stacked).join('path').attr('stroke', 'var(--paper)')
        .attr('fill', (_, at) => shades[at % shades.length])
        .attr('d', d3.area().x(one => x(one.data.at)).y0(one => y(one[0])).y1(one => y(one[1])))
        .append('title').text(one => one.key);
    axisAt(svg, 0, bottom, d3.axisBottom(x));
    axisAt(svg, left, 0, d3.axisLeft(y).ticks(5));
    svg.append('text').attr('x', width / 2).attr('y', height - 3).text('time, \u00b5s');
    place.append(wide(caption, svg.node()), el('p', {}, lanes.map((lane, at) => el('span',
        {class: 'key'}, el('span', {style: `color: ${shades[at % shades.length]}`,
            'aria-hidden': 'true'}, '\u25a0 '), lane))));
};
