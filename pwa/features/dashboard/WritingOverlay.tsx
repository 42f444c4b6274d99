import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#pwa/ui/Button.tsx'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { ImageUpload } from '#pwa/ui/forms/ImageUpload.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Overlay } from '#pwa/ui/Overlay.tsx'
import css from './EventEditor.module.css'
import type { Values } from './edit-form.ts'
import type { useEditor } from './useEditor.ts'

type Question = 'publish' | 'discard' | null

/** What the form asks before it does something. A refusal has to be seen: it puts the question away. */
export function useQuestion() {
  const [asking, setAsking] = useState<Question>(null)
  return { asking, ask: setAsking, drop: () => flushSync(() => setAsking(null)) }
}

interface WritingOverlayProps<V extends Values<V>, T> {
  /** イベントを編集 */
  name: string
  editor: ReturnType<typeof useEditor<V, T>>
  question: ReturnType<typeof useQuestion>
  isDraft: boolean
  /** Nothing that is needed is missing. */
  isComplete: boolean
  /** What the server calls the picture. */
  picture: string
  fields: ReactNode
  /** What saving brings about besides. */
  warning: ReactNode
  /** What publishing means. */
  publish: ReactNode
  onClose: () => void
}

/** Writing something, and changing it: over the whole screen. */
export function WritingOverlay<V extends Values<V>, T>(props: WritingOverlayProps<V, T>) {
  const { name, editor, question, isDraft, isComplete, picture, fields, warning } = props
  const { form, changed } = editor
  // What is missing is the server's to say: it publishes nothing that is not whole.
  const publish = () => (isComplete ? question.ask('publish') : editor.send('published'))
  return (
    <Overlay label={name} title={name} onClose={props.onClose}>
      <form
        ref={editor.element}
        className={css.form}
        onSubmit={(submitted) => void form.submit(submitted)}
        onBlur={editor.restore}
        noValidate
      >
        {form.message && (
          <Notice tone="danger" role="alert">
            {form.message}
          </Notice>
        )}
        {editor.resumed && (changed || editor.pictureLost) && (
          <Notice>
            保存していない入力の続きを表示しています。
            {editor.pictureLost && '選んだ画像は読み込めませんでした。もう一度選んでください。'}
          </Notice>
        )}
        <ImageUpload
          label="画像"
          hint="16:9の画像がきれいに表示されます（10MBまで）"
          value={editor.picture}
          onChange={editor.setPicture}
          error={form.errorOf(picture)}
        />
        {fields}
        {form.errorOf('status') && (
          <Notice tone="danger" role="alert">
            {form.errorOf('status')}
          </Notice>
        )}
        <div className={css.actions}>
          {warning}
          {isDraft ? (
            <>
              <Button wide busy={form.busy} onClick={publish}>
                公開する
              </Button>
              <Button
                wide
                variant="secondary"
                busy={form.busy}
                onClick={() => editor.send('draft')}
              >
                下書きを保存する
              </Button>
            </>
          ) : (
            <Button wide busy={form.busy} onClick={() => editor.send(null)}>
              変更を保存する
            </Button>
          )}
          {changed && (
            <Button
              wide
              variant="plain"
              disabled={form.busy}
              onClick={() => question.ask('discard')}
            >
              入力内容を破棄
            </Button>
          )}
        </div>
      </form>
      <ConfirmDialog
        open={question.asking === 'publish'}
        title="公開しますか？"
        text={props.publish}
        confirm="公開する"
        busy={form.busy}
        onConfirm={() => editor.send('published')}
        onClose={() => question.ask(null)}
      />
      <ConfirmDialog
        open={question.asking === 'discard'}
        title="破棄しますか？"
        text="作成中のデータは破棄されます。"
        confirm="破棄する"
        danger
        onConfirm={() => {
          editor.discard()
          question.ask(null)
        }}
        onClose={() => question.ask(null)}
      />
    </Overlay>
  )
}
