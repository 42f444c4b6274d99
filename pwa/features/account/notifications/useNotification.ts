import { useMutation, useQueryClient } from '@tanstack/react-query'
import { account, type User } from '#contract/account/calls.ts'
import { defined } from '#contract/lib/defined.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

type Setting = User['notification']
interface Change {
  name: keyof Setting
  on: boolean
}
const KEY = ['notification'] as const

/** Switches one kind of notification optimistically; reverts it if the server refuses. */
export function useNotification() {
  const call = useCall()
  const session = useSession()
  const client = useQueryClient()

  const current = () => {
    const state = session.store.get()
    return state.at === 'member' ? state.user : null
  }
  const show = (change: Partial<Setting>) => {
    const user = current()
    if (user) session.update({ ...user, notification: { ...user.notification, ...change } })
  }
  return useMutation({
    mutationKey: KEY,
    // In sequence: each request sends the whole setting.
    scope: { id: KEY[0] },
    networkMode: 'always',
    mutationFn: ({ name, on }: Change) =>
      call(account.setNotification, {
        body: { ...defined(current(), 'the member').notification, [name]: on },
      }),
    onMutate: ({ name, on }) => show({ [name]: on }),
    onSuccess: (saved) => {
      // A later change is still in flight: keep it on the screen.
      if (client.isMutating({ mutationKey: KEY }) === 1) show(saved)
    },
    onError: (error, { name, on }) => {
      show({ [name]: !on })
      showToast(error.message || RETRY_LATER)
    },
  })
}
