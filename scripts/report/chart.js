'use strict';
// Charts by D3. A pointer that rests on a mark shows its numbers.

const shades = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b8a000', '#777777'];
const marks = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond,
    d3.symbolCross, d3.symbolStar];
const drawing = (width, height, label) => d3.create('svg').attr('viewBox', [0, 0, width, height])
    .attr('role', 'img').attr('aria-label', label);
const pathOf = (name, at, size) => d3.symbol().type(marks[at % marks.length]).size(size)();
const axisAt = (svg, x, y, axis) => svg.append('g').attr('class', 'axis')
    .attr('transform', `translate(${x},${y})`).call(axis);

// A chart of series of points {x, y, low, high, mark, text}: `mark` is the paper's value, `names`
// make x a list of words; `styles` has each series' [colour, mark].
function chart({title, x, y, names, joined, series}, styles) {
    const width = 340, height = 210, left = 48, right = 330, top = 8;
    const slanted = names && names.join('').length > 42, bottom = height - (slanted ? 76 : 36);
    const svg = drawing(width, height, `${title}, ${y}`);
    function scaleOf(values, range, log) {
        const [low, high] = d3.extent(values), pad = (high - low || Math.abs(high) || 1) * .06;
        return log ? d3.scaleLog([low / 1.1, high * 1.1], range) :
            d3.scaleLinear([low - pad, high + pad], range);
    }
    function draw(hidden) {
        svg.selectAll('*').remove();
        const some = series.filter(one => !hidden.has(one.name));
        const points = some.flatMap(one => one.points).filter(one => one.y !== null);
        if (!points.length) return;
        const values = points.map(one => one.x), log = !names && d3.min(values) > 0 &&
            d3.max(values) / d3.min(values) >= 8;
        const sx = names ? d3.scalePoint(names, [left, right]).padding(.6) :
            scaleOf(values, [left, right], log);
        const sy = scaleOf(points.flatMap(one => [one.y, one.low, one.high, one.mark])
            .filter(value => value !== null && value !== undefined), [bottom, top]);
        const under = axisAt(svg, 0, bottom, names ? d3.axisBottom(sx).tickValues(names.filter(
            (_, at) => at % Math.ceil(names.length / 14) === 0)) :
            d3.axisBottom(sx).ticks(5, log ? '~s' : undefined));
        if (slanted) under.selectAll('text').attr('transform', 'translate(-6,2) rotate(-38)')
            .style('text-anchor', 'end');
        axisAt(svg, left, 0, d3.axisLeft(sy).ticks(5).tickSizeInner(left - right)
            .tickFormat(value => Math.abs(value) < 1e4 ? shown(value, 3) : d3.format('~s')(value)));
        svg.append('text').attr('x', width / 2).attr('y', height - 4)
            .attr('text-anchor', 'middle').text(x);
        for (const {name, points: mine} of some) {
            const [colour, mark] = styles(name), there = mine.filter(one => one.y !== null);
            if (!names || joined) svg.append('path').attr('fill', 'none').attr('stroke', colour)
                .attr('stroke-width', 1.8)
                .attr('d', d3.line().x(one => sx(one.x)).y(one => sy(one.y))(there));
            const at = svg.append('g').selectAll().data(there).join('g')
                .attr('transform', one => `translate(${sx(one.x)},0)`);
            const ends = one => one.low === null || one.low === undefined ? one.y : one.low;
            at.append('line').attr('stroke', colour).attr('y1', one => sy(ends(one)))
                .attr('y2', one => sy(one.high ?? one.y));
            at.append('path').attr('fill', colour).attr('d', pathOf(name, mark, 34))
                .attr('transform', one => `translate(0,${sy(one.y)})`);
            at.filter(one => one.mark !== null && one.mark !== undefined).append('path')
                .attr('fill', 'none').attr('stroke', 'var(--ink)').attr('d', pathOf(name, 3, 110))
                .attr('transform', one => `translate(0,${sy(one.mark)})`);
            at.append('title').text(one => `${name}\n${x} ${one.x}: ${shown(one.y, 4)}` +
                (ends(one) === one.y ? '' : ` (${shown(one.low, 4)} to ${shown(one.high, 4)})`) +
                (one.mark === null || one.mark === undefined ? '' : `\npaper: ${one.mark}`) +
                `\n${one.text}`);
        }
    }
    draw(new Set());
    return {draw, node: el('figure', {}, el('figcaption', {}, title, el('span', {class: 'quiet'},
        y ? ` \u2013 ${y}` : '')), svg.node())};
}

// Charts, some in groups that close, with buttons that switch series on and off in all of them.
drawers.charts = ({legend, colours, charts: alone, groups = []}, place) => {
    const hidden = new Set(), all = [];
    const styles = name => {
        const at = Math.max(0, legend.indexOf(name)), colour = (colours || {})[name];
        return [colour === '#000000' ? 'var(--ink)' : colour || shades[at % shades.length], at];
    };
    const grid = some => el('div', {class: 'charts'}, some.map(one => {
        all.push(chart(one, styles));
        return all[all.length - 1].node;
    }));
    place.append(el('div', {class: 'tools', role: 'group', 'aria-label': 'shown in the charts'},
        legend.map(name => {
            const swatch = d3.create('svg').attr('viewBox', '-6 -6 12 12').attr('class', 'swatch')
                .attr('aria-hidden', true);
            swatch.append('path').attr('fill', styles(name)[0])
                .attr('d', pathOf(name, styles(name)[1], 60));
            return el('button', {class: 'plain', type: 'button', 'aria-pressed': 'true',
                onclick: event => {
                    if (!hidden.delete(name)) hidden.add(name);
                    event.currentTarget.setAttribute('aria-pressed', !hidden.has(name));
                    all.forEach(one => one.draw(hidden));
                }}, swatch.node(), ' ' + name);
        })));
    if (alone) place.append(grid(alone));
    for (const [name, some] of groups) place.append(el('details', {open: true},
        el('summary', {}, name), grid(some)));
};

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

// A cell for each [what, how often].
drawers.cells = (rows, place, caption) => {
    const most = Math.log1p(d3.max(rows, row => row[1]));
    place.append(wide(caption, el('div', {class: 'cells', role: 'img', 'aria-label': caption +
        '; the tables name them'}, rows.map(([what, hits]) => el('span', {title:
        `${what}\n${shown(hits)} times`, class: hits ? undefined : 'none', style: hits &&
        `background: rgba(var(--heat), ${.15 + .85 * Math.log1p(hits) / most})`})))));
};

// A rectangle for each [module, area, flops, MHz].
drawers.map = (modules, place, caption) => {
    const width = 900, height = 380, svg = drawing(width, height, caption);
    const clocks = modules.map(one => one[3]).filter(mhz => mhz), [low, high] = d3.extent(clocks);
    const root = d3.treemap().size([width, height]).padding(2)(d3.hierarchy({children: modules})
        .sum(one => one[1] || 0).sort((a, b) => b.value - a.value));
    for (const {data: [name, size, flops, mhz], x0, y0, x1, y1} of root.leaves()) {
        const slow = mhz ? 1 - (mhz - low) / (high - low || 1) : .3;
        const lines = [name, `${shown(size)} \u00b5m\u00b2, ${shown(flops)} flops`,
            mhz ? `${mhz} MHz` : ''];
        const cell = svg.append('g').attr('transform', `translate(${x0},${y0})`);
        cell.append('title').text(lines.join('\n'));
        cell.append('rect').attr('width', x1 - x0).attr('height', y1 - y0)
            .style('fill', `rgba(var(--heat), ${.12 + .4 * slow})`).style('stroke', 'var(--quiet)');
        if (x1 - x0 > 76) lines.slice(0, Math.floor((y1 - y0) / 15)).forEach((line, at) => cell
            .append('text').attr('x', 5).attr('y', 15 + 14 * at)
            .text(line.slice(0, Math.floor((x1 - x0) / 6.8))));
    }
    place.append(wide(caption, svg.node()));
};
