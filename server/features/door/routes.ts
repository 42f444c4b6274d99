import { door } from '#contract/door/calls.ts'
import { shapes } from '#contract/door/shapes.ts'
import type { Products } from '#server/features/orders/product.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { bundling } from './bundling.ts'
import { gatesOf } from './gates.ts'
import { ticketHolders } from './holders.ts'
import { logUpload } from './log-upload.ts'
import { doorReporting } from './reporting.ts'
import type { WhenUsed } from './settling.ts'

export function doorRoutes(deps: Deps, products: Products, whenUsed: readonly WhenUsed[]) {
  const gates = gatesOf(deps)
  const bundle = bundling(deps)
  const take = logUpload(deps, whenUsed)
  const holders = ticketHolders(deps, products)
  const reporting = doorReporting(deps)
  return routes(door, shapes, {
    listGates: ({ viewer, params }) => gates.list(viewer, params),
    createGate: ({ viewer, params, body }) => gates.create(viewer, params, body),
    inviteToGate: ({ viewer, params }) => gates.invite(viewer, params),
    revokeGate: ({ viewer, params }) => gates.revoke(viewer, params),
    claimGate: ({ body }) => gates.claim(body),
    workGate: ({ viewer, params, body }) => gates.work(viewer, params, body.public_key),
    leaveGate: ({ params, ...caller }) => gates.leave(caller, params),
    getBundle: ({ params, ...caller }) => bundle(caller, params),
    sendGateLog: ({ params, body, ...caller }) => take(caller, params, body),
    listGateLog: ({ viewer, params, query }) => reporting.lines(viewer, params, query),
    listHolders: ({ viewer, params, query: { format, ...search } }) =>
      format === 'csv' ? holders.table(viewer, params) : holders.list(viewer, params, search),
    getHolder: ({ params, ...caller }) => holders.get(caller, params),
    cancelHolder: ({ viewer, params }) => holders.cancel(viewer, params),
    getDoorReport: ({ viewer, params }) => reporting.report(viewer, params),
  })
}
