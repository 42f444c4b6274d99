import Sqlite, { type Statement } from 'better-sqlite3'
import pg from 'pg'

type Asking = (...values: unknown[]) => unknown

const STATEMENT = Object.getPrototypeOf(new Sqlite(':memory:').prepare('select 1')) as Record<
  'all' | 'get' | 'run',
  Asking
>
const CLIENT = pg.Client.prototype as unknown as Record<'query', Asking>

/** Every statement that either engine is asked in this process while `work` runs, in order: its text, without values. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const givenBack = [
    ...(['all', 'get', 'run'] as const).map((name) =>
      overheard(STATEMENT, name, (self) => asked.push((self as Statement).source)),
    ),
    overheard(CLIENT, 'query', (_, text) => asked.push(textOf(text))),
  ]
  try {
    await work()
  } finally {
    for (const giveBack of givenBack) giveBack()
  }
  return asked
}

const textOf = (asked: unknown) =>
  typeof asked === 'string' ? asked : (asked as { text: string }).text

/** Does what it did, and tells; what it returns puts the thing back as it was. */
function overheard<Name extends string>(
  thing: Record<Name, Asking>,
  name: Name,
  tell: (self: unknown, first: unknown) => void,
) {
  const real = thing[name]
  thing[name] = function overheard(...values) {
    tell(this, values[0])
    return real.apply(this, values)
  }
  return () => {
    thing[name] = real
  }
}
