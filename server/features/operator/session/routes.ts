import { operatorSession } from '#contract/operator/session/calls.ts'
import { shapes } from '#contract/operator/session/shapes.ts'
import { transact } from '#server/db/transact.ts'
import * as confirmation from '#server/features/auth/emails/operator-confirmation.ts'
import { provePassword } from '#server/features/auth/prove-password.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { record } from '../audit.ts'

export function operatorSessionRoutes(deps: Deps) {
  return routes(operatorSession, shapes, {
    getConfirmation: async ({ viewer }) => ({
      confirmed_until: await confirmation.confirmedUntil(deps, viewer),
    }),

    async confirm({ viewer, body }) {
      const passwordInput = { password: body.password, field: 'password' } as const
      await provePassword(deps, deps.db, viewer, passwordInput)
      await transact(deps.db, async (tx) => {
        await confirmation.beginConfirmed(deps, tx, viewer)
        await record(tx, deps, viewer, {
          action: 'desk.open',
          target: `session:${viewer.sessionId}`,
          before: {},
          after: {},
        })
      })
      return { confirmed_until: await confirmation.confirmedUntil(deps, viewer) }
    },

    async endConfirmation({ viewer }) {
      await transact(deps.db, (tx) => confirmation.endConfirmed(tx, viewer))
    },
  })
}
