import { useNavigate } from 'react-router-dom'
import type { OwnEvent } from '#contract/events/calls.ts'
import { useQuestion, WritingOverlay } from '#pwa/features/dashboard/WritingOverlay.tsx'
import { count } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { EventFields } from './EventFields.tsx'
import { isEventFormComplete } from './event-form.ts'
import { PublishFacts } from './PublishFacts.tsx'
import { useEventEditor } from './useEventEditor.ts'

interface EventEditorProps {
  /** Null for a new event. */
  event: OwnEvent | null
  onClose: () => void
}

/** The full-screen editor of an event. */
export function EventEditor({ event, onClose }: EventEditorProps) {
  const navigate = useNavigate()
  const question = useQuestion()
  const isDraft = event === null || event.status === 'draft'
  const editor = useEventEditor(event, {
    onDone(done) {
      const isNew = event === null || (isDraft && done.status === 'published')
      showToast(isNew && done.status === 'published' ? '公開しました' : '保存しました')
      if (isNew) void navigate(paths.event(done.room.id, done.id))
      onClose()
    },
    onRefused: question.close,
  })
  return (
    <WritingOverlay
      name={event ? 'イベントを編集' : 'イベントを作成'}
      editor={editor}
      question={question}
      isDraft={isDraft}
      isComplete={isEventFormComplete(editor.edited)}
      picture="thumbnail_image"
      fields={<EventFields form={editor.form} event={event} />}
      warning={
        editor.movesFor > 0 && (
          <Alert>
            保存すると、チケットをお持ちの{count(editor.movesFor)}
            名の方に、日時の変更をメールでお知らせします。
          </Alert>
        )
      }
      publish={<PublishFacts values={editor.edited} />}
      onClose={onClose}
    />
  )
}
