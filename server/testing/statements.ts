import Sqlite, { type Statement } from 'better-sqlite3'
import pg from 'pg'

type Asking = (...values: unknown[]) => unknown

const STATEMENT = Object.getPrototypeOf(new Sqlite(':memory:').prepare('select 1')) as Record<
  'all' | 'get' | 'run',
  Asking
>
const CLIENT = pg.Client.prototype as unknown as Record<'query', Asking>

/** SQL of all statements of both engines in this process while `work` runs, in order and without values. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const givenBack = [
    ...(['all', 'get', 'run'] as const).map((name) =>
      overheard(STATEMENT, name, (self) => statements.push((self as Statement).source)),
    ),
    overheard(CLIENT, 'query', (_, text) => statements.push(textOf(text))),
  ]
  try {
    await work()
  } finally {
    for (const giveBack of givenBack) giveBack()
  }
  return statements
}

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : (query as { text: string }).text

/** Wraps a method to record its calls; returns a function that restores it. */
function overheard<Name extends string>(
  target: Record<Name, Asking>,
  name: Name,
  notify: (self: unknown, first: unknown) => void,
) {
  const real = target[name]
  target[name] = function overheard(...values) {
    notify(this, values[0])
    return real.apply(this, values)
  }
  return () => {
    target[name] = real
  }
}
