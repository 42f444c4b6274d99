import { type ReactNode, useId } from 'react'
import css from './Dialog.module.css'
import { useModal } from './useModal.ts'

interface DialogProps {
  open: boolean
  title: ReactNode
  onClose: () => void
  /** Buttons, one below the other. */
  actions?: ReactNode
  /** `alertdialog`: needs an immediate answer. */
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { title, onClose, actions, role = 'dialog', children } = props
  const id = useId()
  const dialog = useModal(onClose)
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
    >
      <div className={css.paper}>
        <h2 id={`${id}-title`}>{title}</h2>
        {children && (
          <div id={`${id}-text`} className={css.text}>
            {children}
          </div>
        )}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
