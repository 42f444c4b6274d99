import { OFFLINE_AFTER_MS } from '#contract/shared/limits.ts'
import { leaveGates } from '#pwa/features/door/gate/leave.ts'
import {
  type LogoutLosses,
  logoutLossesOf,
  logoutWarning,
} from '#pwa/features/tickets/box/logout-losses.ts'
import type { Session } from '#pwa/lib/api/user-session.ts'
import { clearRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { within } from '#pwa/lib/within.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** The tickets and unsent actions that a logout removes from this device; none if its database does not answer. */
export async function whatLeaves({ device }: Session, now: string): Promise<LogoutLosses> {
  const store = await within(OFFLINE_AFTER_MS, device.offlineStore())
  const cached =
    store && (await within(OFFLINE_AFTER_MS, store.cachedTickets().catch(console.warn)))
  const waiting = store?.outbox.items.get() ?? []
  return logoutLossesOf(cached ?? { issued: [], joined: [] }, waiting, now)
}

/** Logs out, and lists the removed tickets in a toast. False without a logged-in user. */
export async function leave(session: Session, leaving: LogoutLosses): Promise<boolean> {
  // A gate that cannot be given up stays; it must not block the logout.
  await within(OFFLINE_AFTER_MS, leaveGates().catch(console.warn))
  const wasIn = await session.logout()
  clearRedirectAfterLogin()
  const message = logoutWarning(leaving)
  if (message) showToast(message)
  return wasIn
}

interface LogoutQuestionProps {
  leaving: LogoutLosses
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The question before a logout that removes a ticket for today or an unsent action. */
export function LogoutQuestion({ leaving, busy, onConfirm, onClose }: LogoutQuestionProps) {
  const { today, unsent } = leaving
  return (
    <ConfirmDialog
      open
      title={unsent.length > 0 ? 'まだ送っていないものがあります' : '今日のチケットがあります'}
      text={
        <div className="stack">
          {unsent.length > 0 && (
            <Alert tone="danger">
              <span className="stack">
                <span>
                  次のものは、まだ送られていません。ログアウトすると失われ、もぎったチケットは使っていないことになります。電波のある場所で送られるのを待ってから、ログアウトしてください。
                </span>
                {unsent.map((title) => (
                  <b key={title}>{title}</b>
                ))}
              </span>
            </Alert>
          )}
          {today.map((title) => (
            <p key={title} className="strong">
              {title}
            </p>
          ))}
          <p>
            ログアウトすると、この端末からチケットが消え、電波のない場所では開けなくなります。もう一度ログインすると戻ります。
          </p>
        </div>
      }
      confirm="ログアウトする"
      danger={unsent.length > 0}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
