import { type ReactNode, useState } from 'react'
import type { Values } from '#pwa/lib/forms/editing/edit-form.ts'
import type { Editor } from '#pwa/lib/forms/editing/useEditor.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { ImageUpload } from '#pwa/ui/forms/ImageUpload.tsx'
import { WritingForm } from '#pwa/ui/forms/WritingForm.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'

/** Whether the form asks to confirm publishing. A refusal closes the question, so that the error is visible. */
export function useQuestion() {
  const [asking, setAsking] = useState(false)
  return {
    asking,
    ask: setAsking,
    close: () => setAsking(false),
  }
}

interface WritingOverlayProps<V extends Values<V>, P extends string, T> {
  /** The title, for example イベントを編集. */
  name: string
  editor: Editor<V, P, T>
  question: ReturnType<typeof useQuestion>
  isDraft: boolean
  /** All required fields are filled in. */
  isComplete: boolean
  /** The picture's field name on the server. */
  picture: P
  fields: ReactNode
  /** Side effects of saving. */
  warning: ReactNode
  /** What publishing means, shown in the question. */
  publish: ReactNode
  onClose: () => void
}

/** The full-screen editor of something that can be published. */
export function WritingOverlay<V extends Values<V>, P extends string, T>(
  props: WritingOverlayProps<V, P, T>,
) {
  const { name, editor, question, isDraft, isComplete, picture, fields, warning } = props
  const { form } = editor
  // The server validates: it names the missing fields and publishes nothing incomplete.
  const publish = () => (isComplete ? question.ask(true) : editor.send('published'))
  return (
    <Overlay label={name} title={name} onClose={props.onClose}>
      <WritingForm
        {...editor.wiring}
        actions={
          <>
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
          </>
        }
      >
        <ImageUpload
          label="画像"
          hint="16:9の画像がきれいに表示されます"
          {...editor.picture(picture)}
        />
        {fields}
        <FormProblem>{form.errorOf('status')}</FormProblem>
      </WritingForm>
      <ConfirmDialog
        open={question.asking}
        title="公開しますか？"
        text={props.publish}
        confirm="公開する"
        busy={form.busy}
        onConfirm={() => editor.send('published')}
        onClose={() => question.ask(false)}
      />
    </Overlay>
  )
}
