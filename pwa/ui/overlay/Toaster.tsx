import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import css from './Toaster.module.css'
import { currentToast, dismissToast, onToast, type Toast } from './toast.ts'

/** Once per app, at its root. `stay`: how long a toast without an action shows, in milliseconds. */
export function Toaster({ stay }: { stay: number }) {
  const toast = useSyncExternalStore(onToast, currentToast, () => null)
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const popover = region.current
    // Reopened for each toast, so that it is above dialogs opened before.
    if (!toast || !popover?.showPopover) return
    popover.showPopover()
    return () => popover.hidePopover()
  }, [toast])

  return (
    <>
      {/* A separate live region: one that was hidden when its text was set is not announced. */}
      <div className="sr" role="status">
        {toast?.text}
      </div>
      <div
        ref={region}
        className={css.region}
        popover="manual"
        role="region"
        aria-label="操作の結果"
      >
        {toast && <Slip key={toast.id} toast={toast} stay={stay} />}
      </div>
    </>
  )
}

function Slip({ toast: { id, text, action }, stay }: { toast: Toast; stay: number }) {
  const lasting = action !== undefined
  useEffect(() => {
    if (lasting) return
    const timer = setTimeout(() => dismissToast(id), stay)
    return () => clearTimeout(timer)
  }, [id, lasting, stay])
  const press = () => {
    dismissToast(id)
    action?.onPress()
  }
  return (
    <div className={css.toast}>
      <span>{text}</span>
      {action && (
        <>
          <Button variant="quiet" size="s" onClick={press}>
            {action.label}
          </Button>
          <IconButton icon="close" size="s" label="閉じる" onClick={() => dismissToast(id)} />
        </>
      )}
    </div>
  )
}
