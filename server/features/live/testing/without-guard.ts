import {
  BinaryOperationNode,
  type InsertQueryNode,
  type Kysely,
  OperationNodeTransformer,
  OperatorNode,
  type PrimitiveValueListNode,
  type QueryId,
  RawNode,
  type RootOperationNode,
  TableNode,
  UnaryOperationNode,
  type ValueNode,
} from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** Guards that decide a race around a stream; each can be removed on its own. */
export type Guard =
  /** Unique client id per author. */
  | 'sentOnce'
  /** No write by a banned person, even after an earlier check. */
  | 'ban'
  /** A ban waits for a concurrent write. */
  | 'stillness'
  /** A step is taken only from an allowed state. */
  | 'steps'

const never = RawNode.createWithSql('(1 = 0)')
const one = RawNode.createWithSql('1')

const insertedInto = ({ into }: InsertQueryNode) =>
  into && TableNode.is(into) ? into.table.identifier.name : undefined

/** Replaces this value by null in queries. */
class Forgets extends OperationNodeTransformer {
  readonly #value: unknown
  constructor(value: unknown) {
    super()
    this.#value = value
  }
  protected override transformValue(node: ValueNode): ValueNode {
    return node.value === this.#value ? { ...node, value: null } : node
  }
}
class AsksForNothingMissing extends OperationNodeTransformer {
  protected override transformUnaryOperation(): UnaryOperationNode {
    return UnaryOperationNode.create(OperatorNode.create('not'), never)
  }
}
class AsksForNoState extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const isOneOf = OperatorNode.is(node.operator) && node.operator.operator === 'in'
    return isOneOf
      ? BinaryOperationNode.create(one, OperatorNode.create('='), one)
      : super.transformBinaryOperation(node)
  }
}

class LocksAnother extends OperationNodeTransformer {
  protected override transformPrimitiveValueList(node: PrimitiveValueListNode) {
    const values = node.values.map((value) => (typeof value === 'string' ? `not ${value}` : value))
    return { ...node, values }
  }
}

/** Client id of the messages in these races. */
export const CLIENT_ID = 'sent twice'

function without(guard: Guard, node: RootOperationNode): RootOperationNode {
  switch (guard) {
    case 'sentOnce':
      return isInsert(node, 'talk') ? new Forgets(CLIENT_ID).transformNode(node) : node
    case 'ban':
      return isInsert(node, 'talk') ? new AsksForNothingMissing().transformNode(node) : node
    case 'stillness':
      // Locking inserts a row without `returning`; taking a number has `returning`.
      return isInsert(node, 'counter') && !node.returning
        ? new LocksAnother().transformNode(node)
        : node
    case 'steps':
      return node.kind === 'UpdateQueryNode' ? new AsksForNoState().transformNode(node) : node
  }
}
const isInsert = (node: RootOperationNode, table: string): node is InsertQueryNode =>
  node.kind === 'InsertQueryNode' && insertedInto(node) === table

/** The database with queries that lack the guard. */
export const unguarded = (db: Kysely<Schema>, guard: Guard): Kysely<Schema> =>
  db.withPlugin({
    transformQuery: ({ node }) => without(guard, node),
    transformResult: async ({ result }) => result,
  })

/** The database with a delayed commit: a written line of talk waits for `goOn`. */
export function delayed(db: Kysely<Schema>) {
  const [written, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lines = new WeakSet<QueryId>()
  const pausedDb = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (isInsert(node, 'talk')) lines.add(queryId)
      return node
    },
    async transformResult({ queryId, result }) {
      if (lines.has(queryId)) {
        written.resolve()
        await resumed.promise
      }
      return result
    },
  })
  return { db: pausedDb, written: written.promise, goOn: resumed.resolve }
}
