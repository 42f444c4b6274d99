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

/** What decides a race around a stream, each to be taken away by itself. */
export type Guard =
  /** That what one sent under an id of theirs is kept once. */
  | 'sentOnce'
  /** That whoever is banned writes nothing, whatever they were told before. */
  | 'ban'
  /** That a ban waits for whoever is just writing. */
  | 'stillness'
  /** That a step is taken only from where it may be. */
  | 'steps'

const never = RawNode.createWithSql('(1 = 0)')
const one = RawNode.createWithSql('1')

const insertedInto = ({ into }: InsertQueryNode) =>
  into && TableNode.is(into) ? into.table.identifier.name : undefined

/** Values that are this one are kept as nothing. */
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

/** The id that messages are sent under in such a race. */
export const CLIENT_ID = 'sent twice'

function without(guard: Guard, node: RootOperationNode): RootOperationNode {
  switch (guard) {
    case 'sentOnce':
      return isInsert(node, 'talk') ? new Forgets(CLIENT_ID).transformNode(node) : node
    case 'ban':
      return isInsert(node, 'talk') ? new AsksForNothingMissing().transformNode(node) : node
    case 'stillness':
      // A lock is a row that is put there and says nothing; who wants a number asks for it.
      return isInsert(node, 'counter') && !node.returning
        ? new LocksAnother().transformNode(node)
        : node
    case 'steps':
      return node.kind === 'UpdateQueryNode' ? new AsksForNoState().transformNode(node) : node
  }
}
const isInsert = (node: RootOperationNode, table: string): node is InsertQueryNode =>
  node.kind === 'InsertQueryNode' && insertedInto(node) === table

/** The same database, by queries without that guard. */
export const unguarded = (db: Kysely<Schema>, guard: Guard): Kysely<Schema> =>
  db.withPlugin({
    transformQuery: ({ node }) => without(guard, node),
    transformResult: async ({ result }) => result,
  })

/** The same database, where a line of talk that is written waits to be committed until it is told to `goOn`. */
export function heldUp(db: Kysely<Schema>) {
  const [written, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lines = new WeakSet<QueryId>()
  const held = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (isInsert(node, 'talk')) lines.add(queryId)
      return node
    },
    async transformResult({ queryId, result }) {
      if (lines.has(queryId)) {
        written.resolve()
        await going.promise
      }
      return result
    },
  })
  return { db: held, written: written.promise, goOn: going.resolve }
}
