import { useMutation, useQueryClient } from '@tanstack/react-query'
import { account, type User } from '#contract/account.ts'
import { RETRY_LATER } from '#contract/messages.ts'
import { useCall } from '#pwa/lib/api.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { showToast } from '#pwa/ui/toast.ts'

type Setting = User['notification']
interface Change {
  name: keyof Setting
  on: boolean
}
const KEY = ['notification']

/** Switches one kind of notification at once, and back again where the server did not take it. */
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
    // One after the other: each sends the whole setting.
    scope: { id: KEY[0]! },
    networkMode: 'always',
    mutationFn: ({ name, on }: Change) =>
      call(account.setNotification, { body: { ...current()!.notification, [name]: on } }),
    onMutate: ({ name, on }) => show({ [name]: on }),
    onSuccess: (saved) => {
      // What was pressed meanwhile is still on its way, and stays on the screen.
      if (client.isMutating({ mutationKey: KEY }) === 1) show(saved)
    },
    onError: (error, { name, on }) => {
      show({ [name]: !on })
      showToast(error.message || RETRY_LATER)
    },
  })
}
