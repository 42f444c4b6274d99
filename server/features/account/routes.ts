import { account } from '#contract/account/calls.ts'
import { shapes } from '#contract/account/shapes.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { routes } from '#server/http/routes.ts'
import * as writing from './change-profile.ts'
import { leave } from './deletion.ts'
import { exportMine } from './export/service.ts'
import { rename } from './rename.ts'
import * as service from './service.ts'

export function accountRoutes(deps: SaleDeps) {
  return routes(account, shapes, {
    getMe: ({ viewer }) => service.getMe(deps, viewer),
    leave: ({ viewer, body }) => leave(deps, viewer, body.password),
    exportMine: ({ viewer }) => exportMine(deps, viewer),
    changeName: ({ viewer, body }) => rename(deps, viewer, body.name),
    changeProfile: ({ viewer, body }) => writing.changeProfile(deps, viewer, body),
    getProfile: ({ viewer, params }) => service.getProfile(deps, viewer, params.name),
    setNotification: ({ viewer, body }) => service.setNotification(deps, viewer, body),
    setAttendance: ({ viewer, body }) => service.setPublic(deps, viewer, 'event', body.public),
    setMemberships: ({ viewer, body }) => service.setPublic(deps, viewer, 'room', body.public),
    sendFeedback: ({ viewer, body }) => service.sendFeedback(deps, viewer, body),
  })
}
