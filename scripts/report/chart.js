'use strict';
// Line and mark charts with D3, policies in the colours and marks of the figures of sim/.

const styles = csv('policies.csv') || [];
const policies = styles.map(style => style.policy);
const shades = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b8a000', '#777777'];
function colourOf(name, index) {
    const at = policies.indexOf(name), {colour} = styles[at] || {};
    if (!colour) return shades[index % shades.length];
    return colour === '#000000' ? 'var(--ink)' : colour;
}
const marks = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond,
    d3.symbolCross, d3.symbolStar];
function markOf(name, index) {
    const at = policies.indexOf(name);
    return marks[(at < 0 ? index : at) % marks.length];
}

// Buttons that switch names on and off in all charts that are given to `charts`.
function legend(names, charts) {
    const hidden = new Set();
    return el('div', {class: 'tools', role: 'group', 'aria-label': 'shown in the charts'},
        names.map((name, index) => {
            const swatch = d3.create('svg').attr('viewBox', '-6 -6 12 12').attr('aria-hidden', true)
                .style('width', '12px').style('display', 'inline-block')
                .style('background', 'none');
            swatch.append('path').attr('fill', colourOf(name, index))
                .attr('d', d3.symbol().type(markOf(name, index)).size(60)());
            const button = el('button', {class: 'plain', type: 'button', 'aria-pressed': 'true',
                onclick: () => {
                    if (!hidden.delete(name)) hidden.add(name);
                    button.setAttribute('aria-pressed', !hidden.has(name));
                    charts.forEach(chart => chart.draw(hidden));
                }}, swatch.node(), ' ' + name);
            return button;
        }));
}

// A chart: {title, x: {title, log, names}, y: {title, log}, series: [{name, points: [{x, y, low,
// high, mark, text}]}]}; `names` makes x a list of words; `mark` is the paper's value; `order` are
// the names of a legend that several charts share.
function chart({title, x, y, series, order, height = 210}) {
    const width = 340, left = 48, right = 10, top = 8;
    const slanted = x.names && x.names.join('').length > 42, bottom = slanted ? 76 : 36;
    const svg = d3.create('svg').attr('viewBox', [0, 0, width, height]).attr('role', 'img')
        .attr('tabindex', 0).attr('aria-label', `${title}, ${y.title}; arrow keys step through it`);
    const names = order || series.map(one => one.name);
    let dots = [], current = -1;
    function scaleOf(all, axis, range) {
        if (axis.names) return d3.scalePoint(axis.names, range).padding(.6);
        let [low, high] = d3.extent(all);
        if (axis.log && low > 0) return d3.scaleLog([low / 1.1, high * 1.1], range);
        const pad = (high - low || Math.abs(high) || 1) * .06;
        return d3.scaleLinear([low - pad, high + pad], range);
    }
    function point(at, event) {
        current = at;
        svg.selectAll('.cursor').remove();
        if (at < 0 || !dots[at]) return showTip('');
        const {px, py, tip: what} = dots[at], box = svg.node().getBoundingClientRect();
        svg.append('circle').attr('class', 'cursor').attr('cx', px).attr('cy', py).attr('r', 7)
            .attr('fill', 'none').attr('stroke', 'currentColor');
        showTip(what, box.left + px / width * box.width, box.top + py / height * box.height);
    }
    function draw(hidden = new Set()) {
        svg.selectAll('*').remove();
        const shownSeries = series.filter(one => !hidden.has(one.name));
        const points = shownSeries.flatMap(one => one.points);
        dots = [];
        if (!points.length) return;
        const sx = scaleOf(points.map(one => one.x), x, [left, width - right]);
        const sy = scaleOf(points.flatMap(one => [one.y, one.low, one.high, one.mark])
            .filter(value => value !== undefined && !isNaN(value)), y, [height - bottom, top]);
        const xAxis = d3.axisBottom(sx), yAxis = d3.axisLeft(sy);
        if (x.names) xAxis.tickValues(x.names.filter((_, i) => i % Math.ceil(x.names.length / 14)
            === 0));
        else xAxis.ticks(5, x.log ? '~s' : undefined);
        const under = svg.append('g').attr('class', 'axis')
            .attr('transform', `translate(0,${height - bottom})`).call(xAxis);
        if (slanted) under.selectAll('text').attr('transform', 'translate(-6,2) rotate(-38)')
            .style('text-anchor', 'end');
        svg.append('g').attr('class', 'axis').attr('transform', `translate(${left},0)`)
            .call(yAxis.ticks(5).tickFormat(value => Math.abs(value) < 1e4 ? shown(value, 3) :
                d3.format('~s')(value)));
        for (const tick of sy.ticks(5)) svg.append('line').attr('class', 'grid')
            .attr('x1', left).attr('x2', width - right).attr('y1', sy(tick)).attr('y2', sy(tick));
        svg.append('text').attr('x', (left + width) / 2).attr('y', height - 4)
            .attr('text-anchor', 'middle').text(x.title || '');
        for (const one of shownSeries) {
            const index = names.indexOf(one.name), colour = colourOf(one.name, index);
            const drawn = one.points.filter(p => !isNaN(p.y));
            if (!x.names || x.joined) svg.append('path').attr('fill', 'none')
                .attr('stroke', colour).attr('stroke-width', 1.8)
                .attr('d', d3.line().x(p => sx(p.x)).y(p => sy(p.y))(drawn));
            for (const p of drawn) {
                const px = sx(p.x), py = sy(p.y);
                if (p.low !== undefined && p.low !== p.high) svg.append('line')
                    .attr('x1', px).attr('x2', px).attr('y1', sy(p.low)).attr('y2', sy(p.high))
                    .attr('stroke', colour);
                svg.append('path').attr('transform', `translate(${px},${py})`).attr('fill', colour)
                    .attr('d', d3.symbol().type(markOf(one.name, index)).size(34)());
                if (p.mark !== undefined) svg.append('path').attr('fill', 'none')
                    .attr('stroke', 'var(--ink)')
                    .attr('transform', `translate(${px},${sy(p.mark)})`)
                    .attr('d', d3.symbol().type(d3.symbolDiamond).size(110)());
                dots.push({px, py, tip: `${one.name}\n${x.title || ''} ${p.x}: ${
                    shown(p.y, 4)}${p.low !== undefined && p.low !== p.high ?
                    ` (${shown(p.low, 4)} to ${shown(p.high, 4)})` : ''}${
                    p.mark !== undefined ? `\npaper: ${p.mark}` : ''}${
                    p.text ? '\n' + p.text : ''}`});
            }
        }
    }
    svg.on('mousemove', function () {
        const event = window.event, box = this.getBoundingClientRect();
        const mx = (event.clientX - box.left) / box.width * width;
        const my = (event.clientY - box.top) / box.height * height;
        const far = dots.map(dot => Math.hypot(dot.px - mx, dot.py - my));
        const nearest = d3.scan ? d3.scan(far) : d3.minIndex(far);
        point(far[nearest] < 40 ? nearest : -1);
    }).on('mouseleave blur', () => point(-1));
    svg.node().addEventListener('keydown', event => {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (!step || !dots.length) return;
        event.preventDefault();
        point((current + step + dots.length) % dots.length);
    });
    draw();
    return {node: el('figure', {}, el('figcaption', {}, title, el('span', {class: 'quiet'},
        y.title ? ` \u2013 ${y.title}` : '')), svg.node()), draw};
}
