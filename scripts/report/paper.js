'use strict';
// The paper's figures, live, and its published numbers beside ours.

const measureTitles = {p99_ratio: 'P99 latency, BASE = 1', p99_ns: 'P99 latency, ns',
    goodput_change_percent: 'goodput, % over BASE', p99_reduction_percent:
    'P99 less than BASE, %', p99_change_percent: 'P99 change, %'};

const seriesOf = row => row.policy || row.workload;

// Panels of a figure: experiment, workload and measure each make one. `order`: all series' names.
function figurePanels(name, order) {
    const rows = csv(name);
    const panels = groupBy(rows, row => [row.experiment, row.workload, row.loop || '', row.measure,
        row.baseline || ''].join('|'));
    return [...panels.values()].map(found => {
        const first = found[0], swept = found.some(row => row.value !== '');
        const numeric = swept && found.every(row => row.value !== '' && !isNaN(row.value));
        const wordsOf = row => swept ? row.value : row.policy;
        const values = found.filter(row => numeric).map(row => +row.value);
        const log = numeric && d3.min(values) > 0 && d3.max(values) / d3.min(values) >= 8;
        const series = [...groupBy(found, seriesOf)]
            .map(([policy, mine]) => ({name: policy, points: mine.map(row => ({
                x: numeric ? +row.value : wordsOf(row), y: +row.mean, low: +row.low,
                high: +row.high, mark: row.paper ? +row.paper : undefined,
                text: (row.claims ? `published: ${row.claims}; ` : '') + `${row.seeds} seeds`}))}));
        return {chart: chart({order,
            title: [first.workload, first.loop].filter(Boolean).join(', ') +
                (name.endsWith(`/${first.experiment}.csv`) ? '' : ` (${first.experiment})`),
            x: {title: first.parameter || (swept ? 'value' : ''), log,
                names: numeric ? null : unique(found.map(wordsOf)), joined: swept},
            y: {title: (measureTitles[first.measure] || first.measure.replace(/_/g, ' '))
                .replace('BASE', first.baseline || first.base)},
            series})};
    });
}

section('paper', 'Paper', 'Does it hold?', place => {
    place.append(...notRunOf('paper'));
    const claims = csv('results/claims.csv');
    if (claims) {
        const seeds = new Map((csv('results/claims_seeds.csv') || []).map(row => [row.id, row]));
        const of = row => seeds.get(row.id) || {};
        const ok = claims.filter(row => row.verdict === 'ok').length;
        place.append(facts([['published numbers', shown(claims.length)], ['within tolerance', ok],
            ['beyond', `${claims.length - ok ? '\u25cb ' : ''}${claims.length - ok}`, 'missing']]));
        const number = (key, title) => ({key, title, number: true, digits: 3});
        place.append(table('Published numbers and ours', [...claims].sort((a, b) =>
            (a.verdict === 'ok') - (b.verdict === 'ok')).map(row => ({...row,
            interval: of(row).mean === undefined ? '' : `${of(row).interval95_low} to ${
                of(row).interval95_high}`, over: of(row).interval95_verdict || ''})),
        [{key: 'id'}, {key: 'what'}, number('paper'), number('ours'), number('tolerance'),
            {key: 'verdict', show: row => el('span', {class: row.verdict === 'ok' ? 'good' :
                'missing'}, `${row.verdict === 'ok' ? '\u2714' : '\u25cb'} ${row.verdict}`)},
            {key: 'interval', title: '95 % interval over seeds'}, {key: 'over', title: 'of it'},
            {key: 'identical_policies', title: 'two identical policies'}], {most: 100}));
    }
    const files = filesLike(/^results\/figures\/.*\.csv$/);
    if (!files.length) return 0;
    const order = unique(files.flatMap(name => csv(name).map(seriesOf)))
        .sort((a, b) => policies.indexOf(a) - policies.indexOf(b));
    const made = files.map(name => [name, figurePanels(name, order)]);
    const all = made.flatMap(([, panels]) => panels);
    place.append(el('h3', {}, 'Figures'), el('p', {class: 'quiet'}, 'Hollow diamonds: published. '
        + 'Lines at marks: least to greatest seed. Buttons switch policies on and off.'),
    legend(order, all.map(panel => panel.chart)));
    for (const [name, panels] of made) place.append(el('details', {open: true}, el('summary', {},
        name.replace(/.*\/|\.csv/g, '').replace(/_/g, ' ')), el('div', {class: 'charts'},
        panels.map(panel => panel.chart.node))));
    return 0;
});
