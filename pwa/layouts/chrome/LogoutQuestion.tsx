import { leaveGates } from '#pwa/features/door/gate/leaving.ts'
import { type Leaving, leavingOf, leavingWords } from '#pwa/features/tickets/box/leaving.ts'
import { clearRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import type { Session } from '#pwa/lib/session.tsx'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { showToast } from '#pwa/ui/toast.ts'

/** What goes with its user when they log out here. */
export async function whatLeaves({ device }: Session, now: string): Promise<Leaving> {
  const store = await device.offlineStore()
  const held = await store?.cachedTickets().catch(console.warn)
  const waiting = store?.outbox.items.get() ?? []
  return leavingOf(held ?? { issued: [], joined: [] }, waiting, now)
}

/** Ends the session, and says which tickets went with it. False where nobody was logged in. */
export async function leave(session: Session, leaving: Leaving): Promise<boolean> {
  // What cannot be left stays: it hinders nobody from logging out.
  await leaveGates().catch(console.warn)
  const wasIn = await session.logout()
  clearRedirectAfterLogin()
  const words = leavingWords(leaving)
  if (words) showToast(words)
  return wasIn
}

interface LogoutQuestionProps {
  leaving: Leaving
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asked where logging out would take a ticket that is for today, or something that the server has not heard of. */
export function LogoutQuestion({ leaving, busy, onConfirm, onClose }: LogoutQuestionProps) {
  const { today, unsent } = leaving
  return (
    <ConfirmDialog
      open
      title={unsent.length > 0 ? 'まだ送っていないものがあります' : '今日のチケットがあります'}
      text={
        <div className="stack">
          {unsent.length > 0 && (
            <Notice tone="danger">
              <span className="stack">
                <span>
                  次のものは、まだ送られていません。ログアウトすると失われ、もぎったチケットは使っていないことになります。電波のある場所で送られるのを待ってから、ログアウトしてください。
                </span>
                {unsent.map((title) => (
                  <b key={title}>{title}</b>
                ))}
              </span>
            </Notice>
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
