import { type FormEvent, type ReactNode, type Ref, useState } from 'react'
import { Alert } from '../Alert.tsx'
import { Button } from '../button/Button.tsx'
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx'
import { FormProblem } from './FormProblem.tsx'
import css from './WritingForm.module.css'

interface WritingFormProps {
  ref: Ref<HTMLFormElement>
  onSubmit: (submitted: FormEvent<HTMLFormElement>) => void
  /** Called when a field loses the focus. */
  onLeave: () => void
  /** The error of the form as a whole. */
  message: string | null
  /** The form was restored from a draft. */
  resumed: boolean
  /** The draft's picture could not be restored. */
  pictureLost: boolean
  changed: boolean
  busy: boolean
  onDiscard: () => void
  /** The fields. */
  children: ReactNode
  /** Notes and buttons. */
  actions: ReactNode
}

/** A form with a draft: errors above, buttons below. */
export function WritingForm(props: WritingFormProps) {
  const { message, resumed, pictureLost, changed, busy } = props
  const [asking, setAsking] = useState(false)
  const discard = () => {
    props.onDiscard()
    setAsking(false)
  }
  return (
    <>
      <form
        ref={props.ref}
        className={css.form}
        onSubmit={props.onSubmit}
        onBlur={props.onLeave}
        noValidate
      >
        <FormProblem>{message}</FormProblem>
        {resumed && (changed || pictureLost) && (
          <Alert>
            保存していない入力の続きを表示しています。
            {pictureLost && '選んだ画像は読み込めませんでした。もう一度選んでください。'}
          </Alert>
        )}
        {props.children}
        <div className={css.actions}>
          {props.actions}
          {changed && (
            <Button wide variant="plain" disabled={busy} onClick={() => setAsking(true)}>
              入力内容を破棄
            </Button>
          )}
        </div>
      </form>
      <ConfirmDialog
        open={asking}
        title="破棄しますか？"
        text="作成中のデータは破棄されます。"
        confirm="破棄する"
        danger
        onConfirm={discard}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
