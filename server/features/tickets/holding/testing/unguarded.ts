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

/** What guards the handing over of a ticket: locks on its rows, and that an offer is decided once. */
export interface Off {
  locks: boolean
  decision: boolean
}
const LOCKED = ['digital_ticket', 'issued_ticket']

const tableOf = ({ table }: UpdateQueryNode) =>
  table && TableNode.is(table) ? table.table.identifier.name : ''

/** The row as it stands, without being locked. */
const read = ({ table, where }: UpdateQueryNode): SelectQueryNode => ({
  ...SelectQueryNode.createFrom([table!]),
  selections: [SelectionNode.createSelectAll()],
  ...(where && { where }),
})

/** Whatever became of the row meanwhile. */
function regardless(node: UpdateQueryNode): UpdateQueryNode {
  const asked = node.where?.where
  if (!asked || !AndNode.is(asked)) throw new Error('an offer is decided in another way by now')
  return { ...node, where: { ...node.where!, where: asked.left } }
}

class Unguarded extends PostgresQueryCompiler {
  readonly #off: Off
  constructor(off: Off) {
    super()
    this.#off = off
  }

  protected override visitUpdateQuery(node: UpdateQueryNode) {
    // A lock is an update that says what it found; other updates of these tables give nothing back.
    if (this.#off.locks && LOCKED.includes(tableOf(node)) && node.returning)
      super.visitSelectQuery(read(node))
    else if (this.#off.decision && tableOf(node) === 'transfer')
      super.visitUpdateQuery(regardless(node))
    else super.visitUpdateQuery(node)
  }
}

/** The database of `db`, by queries without those guards. */
export async function unguarded(db: Kysely<Schema>, off: Off): Promise<Kysely<Schema>> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const pool = new pg.Pool({ connectionString: `${inject('postgresUrl')}/${rows[0]!.name}` })
  const dialect = new PostgresDialect({ pool })
  dialect.createQueryCompiler = () => new Unguarded(off)
  return new Kysely({ dialect })
}
