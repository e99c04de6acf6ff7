'use strict';
// Why operations waited: refusals over time by lane, and who held the debt.

const laneName = lane => +lane < 8 ? `HBM ${lane}` : +lane === 8 ? 'Atomic' : 'response';

// How many operations wait for each lane, on average over each of some intervals, stacked.
function waitingArea(rows, name) {
    const width = 900, height = 240, left = 44, bottom = 30, steps = 180;
    const end = d3.max(rows, row => +row.to_ps), begin = d3.min(rows, row => +row.from_ps);
    const lanes = unique(rows.map(row => +row.lane)).sort((a, b) => a - b);
    const step = (end - begin) / steps;
    const bins = d3.range(steps).map(at => ({at: begin + (at + .5) * step,
        ...Object.fromEntries(lanes.map(lane => [lane, 0]))}));
    for (const row of rows) {
        const last = Math.min(steps - 1, Math.floor((row.to_ps - begin) / step));
        for (let at = Math.floor((row.from_ps - begin) / step); at <= last; at++)
            bins[at][row.lane] += (Math.min(row.to_ps, begin + (at + 1) * step) -
                Math.max(row.from_ps, begin + at * step)) / step;
    }
    const stacked = d3.stack().keys(lanes)(bins);
    const x = d3.scaleLinear([begin / 1e6, end / 1e6], [left, width - 8]);
    const y = d3.scaleLinear([0, d3.max(stacked[stacked.length - 1], one => one[1])],
        [height - bottom, 8]);
    const svg = d3.create('svg').attr('viewBox', [0, 0, width, height]).attr('role', 'img')
        .attr('aria-label', `${name}: operations that wait over time, by the lane that refuses`);
    const area = d3.area().x(one => x(one.data.at / 1e6)).y0(one => y(one[0])).y1(one => y(one[1]));
    stacked.forEach((layer, index) => svg.append('path').attr('d', area(layer))
        .attr('fill', shades[index % shades.length]).attr('stroke', 'var(--paper)'));
    svg.append('g').attr('class', 'axis').attr('transform', `translate(0,${height - bottom})`)
        .call(d3.axisBottom(x));
    svg.append('g').attr('class', 'axis').attr('transform', `translate(${left},0)`)
        .call(d3.axisLeft(y).ticks(5));
    svg.append('text').attr('x', width / 2).attr('y', height - 3).text('time, \u00b5s');
    const node = svg.node();
    node.addEventListener('mousemove', event => {
        const box = node.getBoundingClientRect();
        const time = x.invert((event.clientX - box.left) / box.width * width) * 1e6;
        const bin = bins[Math.max(0, Math.min(steps - 1, Math.floor((time - begin) / step)))];
        showTip(`${shown(bin.at / 1e6, 2)} \u00b5s\n` + lanes.map(lane =>
            `${laneName(lane)}: ${shown(bin[lane], 1)}`).join('\n'), event.clientX, event.clientY);
    });
    node.addEventListener('mouseleave', () => showTip(''));
    const key = lanes.map((lane, index) => el('span', {class: 'key'}, el('span', {style:
        `color: ${shades[index % shades.length]}`, 'aria-hidden': 'true'}, '\u25a0 '),
    laneName(lane)));
    return wide(['Operations that wait, by the lane that refuses: ', ...key], node);
}

section('waits', 'Waits', 'Who waited for whom?', place => {
    place.append(...notRunOf('waits'));
    for (const name of filesLike(/^report\/waits\/.*\.csv$/)) {
        const short = name.replace(/.*\/|\.csv/g, '');
        const rows = csv(name).filter(row => row.to_ps).map(row => ({...row,
            lane_name: laneName(row.lane), ns: (row.to_ps - row.from_ps) / 1e3}));
        place.append(el('h3', {}, short));
        if (!rows.length) {
            place.append(el('p', {}, 'Nothing waited.'));
            continue;
        }
        const total = sum(rows, row => row.ns);
        place.append(facts([['refusals', shown(rows.length)], ['waited in all',
            `${shown(total / 1e3, 1)} \u00b5s`], ['longest',
            `${shown(d3.max(rows, row => row.ns))} ns`]]),
        waitingArea(rows, short));
        const pairs = [...groupBy(rows, row => [row.lane_name, row.class, row.oldest_class]
            .join('|'))].map(([, found]) => ({lane: found[0].lane_name, waited: found[0].class,
            held: found[0].oldest_class || 'nobody', refusals: found.length,
            ns: sum(found, row => row.ns), share: 100 * sum(found, row => row.ns) / total}));
        const number = (key, title, digits) => ({key, title, number: true, digits});
        place.append(table(`${short}: who waited for whom`, pairs.sort((a, b) => b.ns - a.ns), [
            {key: 'lane', title: 'refused by'}, {key: 'waited', title: 'who waited'},
            {key: 'held', title: 'oldest holder of the debt'}, number('refusals', 'refusals'),
            number('ns', 'waited, ns'), number('share', '% of all', 1)], {most: 20}));
        place.append(el('details', {}, el('summary', {}, 'The longest refusals'), table(
            `${short}: the longest refusals`, [...rows].sort((a, b) => b.ns - a.ns).slice(0, 200),
            [number('op', 'operation'), {key: 'class'}, {key: 'lane_name', title: 'refused by'},
                number('ns', 'ns'), number('short_by', 'short by'), {key: 'end', title: 'ended by'},
                number('oldest_op', 'oldest holder'), {key: 'oldest_class', title: 'its class'}],
            {most: 20})));
        const said = text(`report/waits/${short}.txt`);
        if (said) place.append(el('details', {}, el('summary', {}, 'as printed'),
            el('pre', {tabindex: 0}, said)));
    }
    return 0;
});
