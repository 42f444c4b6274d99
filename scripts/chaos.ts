// npm run chaos -- --seed N --purchases 2000 [--kills 40] [--nodes 2] [--at-writes] [--keep FILE]: purchases with a
// misbehaving provider and a server that is killed.
import { parseArgs } from 'node:util'
import { chaos } from './chaos/run.ts'
import { isGood, summaryOf } from './chaos/summary.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    purchases: { type: 'string', default: '2000' },
    kills: { type: 'string' },
    nodes: { type: 'string', default: '1' },
    'at-writes': { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})
const purchases = Number(values.purchases)
const outcome = await chaos({
  seed: Number(values.seed),
  purchases,
  kills: Number(values.kills ?? Math.ceil(purchases / 50)),
  nodes: Number(values.nodes),
  atWrites: values['at-writes'],
  ...(values.keep && { keep: values.keep }),
  // Optional: an empty PostgreSQL database.
  ...(process.env.DATABASE_URL && { databaseUrl: process.env.DATABASE_URL }),
  log: (line) => console.error(`${Math.round(performance.now() / 1000)} s: ${line}`),
})
console.log(summaryOf(outcome))
process.exitCode = isGood(outcome) ? 0 : 1
