import { notifications } from '#contract/notifications/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const refresh = [notifications.listNotifications]

/** Marks lines as read on all devices, and updates the bell. */
export function useReading() {
  const session = useSession()
  const one = useSend(notifications.readNotification, { refresh })
  const all = useSend(notifications.readNotifications, { refresh })
  const count = () => session.reload()
  return {
    isPending: all.isPending,
    // Its reader is on the way to the thing itself: a failure leaves the line unread, which they see.
    read: (id: string) => void one.mutateAsync({ params: { id } }).then(count).catch(console.info),
    readAll: (until: string) =>
      void all
        .mutateAsync({ body: { until } })
        .then(count)
        .catch((error: Error) => showToast(error.message)),
  }
}
