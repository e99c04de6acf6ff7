'use strict';
// What runs reach: situations, lines and branches of the RTL, mutants at their lines.

section('coverage', 'Coverage', 'What was never met?', place => {
    place.append(...notRunOf('coverage'));
    const bins = csv('reports/bins.csv'), sums = csv('reports/coverage.csv');
    if (sums) place.append(facts(sums.map(row => [`${row.kind} (${shown(row.covered)} of ${
        shown(row.total)})`, `${row.percent} %`])));
    if (bins) {
        const never = bins.filter(row => !+row.hits);
        const points = [...groupBy(bins, row => row.point)].map(([point, rows]) => ({point,
            bins: rows.length, met: rows.filter(row => +row.hits).length,
            least: d3.min(rows, row => +row.hits), hits: sum(rows, row => row.hits)}));
        place.append(facts([['situations', shown(bins.length)], ['met', shown(bins.length -
            never.length)], ['never met', never.length ? `\u25cb ${never.length}` : '0',
            never.length ? 'missing' : undefined]]));
        if (never.length) place.append(table('Situations never met', never, [{key: 'point'},
            {key: 'bin'}]));
        place.append(el('h3', {}, 'Situations, a cell for each; darker: met more often'),
            heatMap(points, bins));
        place.append(table('Coverage points', points.sort((a, b) => a.met / a.bins - b.met / b.bins
            || a.least - b.least), [{key: 'point'}, {key: 'bins', number: true},
            {key: 'met', number: true, bad: row => row.met < row.bins},
            {key: 'least', title: 'least often met', number: true}, {key: 'hits', number: true}],
        {most: 15}));
    }
    // Places are those of the flat folder: build/hdl/sema_path_ids.sv, sema_path_ids.sv:82.3-95.6.
    const names = filesLike(/^rtl\/.*\.sv$/), base = name => name.replace(/.*\//, '');
    const fileOf = new Map(names.map(name => [base(name), name]));
    const points = lines(text('coverage/points.csv')).map(line => {
        const [kind, name, number, what, hits] = line.split(',');
        return {kind, file: fileOf.get(base(name)), line: number, what, hits};
    });
    const mutants = csv('reports/mutation_survivors.csv') || [];
    const isFound = row => row.found_by || row.scenarios;
    const missed = sum(csv('reports/twins.csv') || [], row => !isFound(row));
    place.append(reportTable('reports/mutation.csv', 'Mutants by module', {sort: 5}),
        reportTable('reports/mutation_survivors.csv', 'Mutants that survive', {most: 20}),
        reportTable('reports/bugs.csv', 'Planted bugs of the RTL, and what finds them',
            {most: 20}),
        reportTable('reports/twins.csv', 'Faults of golden model and RTL alike, and what finds ' +
            'them', {most: 20, bad: row => !isFound(row)}));
    const mutantsOf = name => mutants.filter(mutant => mutant.source.startsWith(base(name) + ':'));
    if (!names.length) return missed;
    const rows = names.map(name => {
        const mine = points.filter(point => point.file === name);
        const left = kind => mine.filter(point => point.kind === kind && !+point.hits).length;
        return {file: name, line: left('line'), branch: left('branch'), toggle: left('toggle'),
            mutants: mutantsOf(name).length};
    });
    const view = el('div', {id: 'source'});
    opened.source = name => {
        const [path, line] = name.split(':');
        view.replaceChildren(el('h3', {}, path), annotated(path, points.filter(point =>
            point.file === path && point.kind !== 'toggle'), mutantsOf(path), +line));
        const at = document.getElementById(name);
        if (line && at) at.scrollIntoView({block: 'center'});
        return view;
    };
    rows.sort((a, b) => b.line + b.branch - a.line - a.branch || b.mutants - a.mutants);
    if (points.length || mutants.length) place.append(table('Not reached, by file of the RTL',
        rows, [{key: 'file', show: row => el('a', {href: `#source=${row.file}`}, row.file)},
            {key: 'line', title: 'lines', number: true},
            {key: 'branch', title: 'branches', number: true},
            {key: 'toggle', title: 'bits', number: true},
            {key: 'mutants', title: 'surviving mutants', number: true}], {most: 20}));
    place.append(view);
    return missed;
});

// A row for each coverage point, a cell for each of its bins.
function heatMap(points, bins) {
    const size = 11, columns = 84, most = Math.log1p(d3.max(bins, row => +row.hits));
    const ordered = [...bins].sort((a, b) => (+a.hits > 0) - (+b.hits > 0));
    const rows = Math.ceil(bins.length / columns);
    const svg = d3.create('svg').attr('viewBox', [0, 0, columns * size, rows * size])
        .attr('role', 'img').attr('aria-label', `${bins.length} situations, ${
            bins.filter(row => !+row.hits).length} never met; the tables name them`);
    ordered.forEach((row, index) => {
        const x = index % columns * size, y = Math.floor(index / columns) * size;
        const cell = svg.append('rect').attr('x', x).attr('y', y).attr('width', size - 1)
            .attr('height', size - 1).attr('data-at', index);
        if (+row.hits) cell.style('fill', `rgba(var(--heat), ${.15 + .85 * Math.log1p(+row.hits) /
            most})`);
        else cell.style('fill', 'none').style('stroke', 'var(--red)').style('stroke-width', 2);
    });
    const node = svg.node();
    node.addEventListener('mousemove', event => {
        const row = ordered[event.target.dataset.at];
        showTip(row ? `${row.point}: ${row.bin}\n${shown(row.hits)} times` : '', event.clientX,
            event.clientY);
    });
    node.addEventListener('mouseleave', () => showTip(''));
    return wide(null, node);
}
