import {
  AndNode,
  Kysely,
  PostgresDialect,
  PostgresQueryCompiler,
  SelectionNode,
  SelectQueryNode,
  sql,
  TableNode,
  type UpdateQueryNode,
} from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Schema } from '#server/db/schema.ts'

/** Guards of a transfer that can be removed: row locks, and the single decision of an offer. */
export interface Off {
  locks: boolean
  decision: boolean
}
const LOCKED = ['digital_ticket', 'issued_ticket']

const tableOf = ({ table }: UpdateQueryNode) =>
  table && TableNode.is(table) ? table.table.identifier.name : ''

/** Reads the row without a lock. */
const read = ({ table, where }: UpdateQueryNode): SelectQueryNode => ({
  ...SelectQueryNode.createFrom([table!]),
  selections: [SelectionNode.createSelectAll()],
  ...(where && { where }),
})

/** Removes the condition on the row's state. */
function regardless(node: UpdateQueryNode): UpdateQueryNode {
  const condition = node.where?.where
  if (!condition || !AndNode.is(condition))
    throw new Error('The query that decides an offer has changed: adapt this helper.')
  return { ...node, where: { ...node.where!, where: condition.left } }
}

class Unguarded extends PostgresQueryCompiler {
  readonly #off: Off
  constructor(off: Off) {
    super()
    this.#off = off
  }

  protected override visitUpdateQuery(node: UpdateQueryNode) {
    // A lock is an update with `returning`; other updates of these tables have none.
    if (this.#off.locks && LOCKED.includes(tableOf(node)) && node.returning)
      super.visitSelectQuery(read(node))
    else if (this.#off.decision && tableOf(node) === 'transfer')
      super.visitUpdateQuery(regardless(node))
    else super.visitUpdateQuery(node)
  }
}

/** `db` with queries that lack the guards. */
export async function unguarded(db: Kysely<Schema>, off: Off): Promise<Kysely<Schema>> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const pool = new pg.Pool({ connectionString: `${inject('postgresUrl')}/${rows[0]!.name}` })
  const dialect = new PostgresDialect({ pool })
  dialect.createQueryCompiler = () => new Unguarded(off)
  return new Kysely({ dialect })
}
