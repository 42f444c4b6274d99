import { account } from '#contract/account/calls.ts'
import { shapes } from '#contract/account/shapes.ts'
import type { Sales } from '#server/features/orders/checkout/service.ts'
import type { Products } from '#server/features/orders/product.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { accountDeletion } from './deletion.ts'
import { exportService } from './export/service.ts'
import { profileWriting } from './profile-writing.ts'
import { renaming } from './renaming.ts'
import { accountService } from './service.ts'

export function accountRoutes(deps: Deps, trades: { sales: Sales; products: Products }) {
  const service = accountService(deps)
  const writing = profileWriting(deps)
  const { exportMine } = exportService(deps)
  const rename = renaming(deps)
  const { leave } = accountDeletion(deps, trades)
  return routes(account, shapes, {
    getMe: ({ viewer }) => service.getMe(viewer),
    leave: ({ viewer, body }) => leave(viewer, body.password),
    exportMine: ({ viewer }) => exportMine(viewer),
    changeName: ({ viewer, body }) => rename(viewer, body.name),
    changeProfile: ({ viewer, body }) => writing.change(viewer, body),
    getProfile: ({ viewer, params }) => service.getProfile(viewer, params.name),
    setNotification: ({ viewer, body }) => service.setNotification(viewer, body),
    sendFeedback: ({ viewer, body }) => service.sendFeedback(viewer, body),
  })
}
