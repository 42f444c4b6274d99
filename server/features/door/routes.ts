import { door } from '#contract/door/calls.ts'
import { shapes } from '#contract/door/shapes.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { routes } from '#server/http/routes.ts'
import { getBundle } from './gate-bundle.ts'
import * as reporting from './gate-report.ts'
import * as gates from './gates.ts'
import * as holders from './holder-list.ts'
import { uploadLog } from './log-upload.ts'

export function doorRoutes(deps: SaleDeps) {
  const started = deps.newId()
  return routes(door, shapes, {
    listGates: ({ viewer, params }) => gates.list(deps, viewer, params),
    createGate: ({ viewer, params, body }) => gates.create(deps, viewer, params, body),
    inviteToGate: ({ viewer, params }) => gates.invite(deps, viewer, params),
    revokeGate: ({ viewer, params }) => gates.revoke(deps, viewer, params),
    claimGate: ({ body }) => gates.claim(deps, body),
    workGate: ({ viewer, params, body }) => gates.work(deps, viewer, params, body.public_key),
    leaveGate: ({ params, ...caller }) => gates.leave(deps, caller, params),
    getBundle: ({ params, ...caller }) => getBundle(deps, started, caller, params),
    sendGateLog: ({ params, body, ...caller }) => uploadLog(deps, caller, params, body),
    listGateLog: ({ viewer, params, query }) => reporting.lines(deps, viewer, params, query),
    listHolders: ({ viewer, params, query: { format, ...search } }) =>
      format === 'csv'
        ? holders.table(deps, viewer, params)
        : holders.list(deps, viewer, params, search),
    getHolder: ({ params, ...caller }) => holders.get(deps, caller, params),
    cancelHolder: ({ viewer, params }) => holders.cancel(deps, viewer, params),
    getDoorReport: ({ viewer, params }) => reporting.report(deps, viewer, params),
  })
}
