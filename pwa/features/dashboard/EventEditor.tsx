import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import type { OwnEvent } from '#contract/events.ts'
import { count } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { ImageUpload } from '#pwa/ui/forms/ImageUpload.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Overlay } from '#pwa/ui/Overlay.tsx'
import { showToast } from '#pwa/ui/toast.ts'
import css from './EventEditor.module.css'
import { EventFields } from './EventFields.tsx'
import { isComplete } from './event-form.ts'
import { PublishFacts } from './PublishFacts.tsx'
import { useEventEditor } from './useEventEditor.ts'

interface EventEditorProps {
  /** Null for a new one. */
  event: OwnEvent | null
  onClose: () => void
}

/** Writing an event, and changing it: over the whole screen. */
export function EventEditor({ event, onClose }: EventEditorProps) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'publish' | 'discard' | null>(null)
  const isDraft = event === null || event.status === 'draft'
  const editor = useEventEditor(event, {
    onDone(done) {
      const isNew = event === null || (isDraft && done.status === 'published')
      showToast(isNew && done.status === 'published' ? '公開しました' : '保存しました')
      if (isNew) void navigate(paths.event(done.room.id, done.id))
      onClose()
    },
    onRefused: () => flushSync(() => setAsking(null)),
  })
  const { form, edited, changed } = editor
  const name = event ? 'イベントを編集' : 'イベントを作成'
  // What is missing is the server's to say: it publishes nothing that is not whole.
  const publish = () => (isComplete(edited) ? setAsking('publish') : editor.send('published'))
  return (
    <Overlay label={name} title={name} onClose={onClose}>
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
        {editor.resumed && changed && (
          <Notice>保存していない入力の続きを表示しています。画像は選び直してください。</Notice>
        )}
        <ImageUpload
          label="画像"
          hint="16:9の画像がきれいに表示されます（10MBまで）"
          value={editor.picture}
          onChange={editor.setPicture}
          error={form.errorOf('thumbnail_image')}
        />
        <EventFields form={form} event={event} />
        {form.errorOf('status') && (
          <Notice tone="danger" role="alert">
            {form.errorOf('status')}
          </Notice>
        )}
        <div className={css.actions}>
          {editor.movesFor > 0 && (
            <Notice>
              保存すると、チケットをお持ちの{count(editor.movesFor)}
              名の方に、日時の変更をメールでお知らせします。
            </Notice>
          )}
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
            <Button wide variant="plain" disabled={form.busy} onClick={() => setAsking('discard')}>
              入力内容を破棄
            </Button>
          )}
        </div>
      </form>
      <ConfirmDialog
        open={asking === 'publish'}
        title="公開しますか？"
        text={<PublishFacts values={edited} />}
        confirm="公開する"
        busy={form.busy}
        onConfirm={() => editor.send('published')}
        onClose={() => setAsking(null)}
      />
      <ConfirmDialog
        open={asking === 'discard'}
        title="破棄しますか？"
        text="作成中のデータは破棄されます。"
        confirm="破棄する"
        danger
        onConfirm={() => {
          editor.discard()
          setAsking(null)
        }}
        onClose={() => setAsking(null)}
      />
    </Overlay>
  )
}
