import { type FormEvent, type ReactNode, type Ref, useState } from 'react'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Notice } from '../Notice.tsx'
import { FormProblem } from './FormProblem.tsx'
import css from './WritingForm.module.css'

interface WritingFormProps {
  ref: Ref<HTMLFormElement>
  onSubmit: (submitted: FormEvent<HTMLFormElement>) => void
  /** A field was left. */
  onLeave: () => void
  /** What went wrong with the whole of it. */
  message: string | null
  /** It shows what was typed before and not saved. */
  resumed: boolean
  /** A picture was chosen then, and is gone. */
  pictureLost: boolean
  changed: boolean
  busy: boolean
  onDiscard: () => void
  /** The fields. */
  children: ReactNode
  /** What else is to be known, and the buttons. */
  actions: ReactNode
}

/** Something that is written and kept until it is saved: what went wrong above it, its buttons below. */
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
          <Notice>
            保存していない入力の続きを表示しています。
            {pictureLost && '選んだ画像は読み込めませんでした。もう一度選んでください。'}
          </Notice>
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
