import { useState } from 'react'
import { inbox } from '#contract/inbox.ts'
import { ANNOUNCEMENT_MAX } from '#contract/limits.ts'
import { messageProblem } from '#contract/message-text.ts'
import { rooms } from '#contract/rooms.ts'
import { useCall, useLoad } from '#pwa/lib/api.ts'
import { useForm } from '#pwa/lib/form.ts'
import { count } from '#pwa/lib/format.ts'
import type { Naming } from '#pwa/lib/sending.ts'
import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Sheet } from '#pwa/ui/Sheet.tsx'
import { showToast } from '#pwa/ui/toast.ts'

interface AnnounceSheetProps {
  room: string
  /** What was written and not sent before. */
  draft: { title: string; text: string }
  /** Outlives the sheet, as the draft does: what is sent again is told once. */
  naming: Naming
  onDraft: (draft: { title: string; text: string }) => void
  onClose: () => void
}

/** What an owner tells all members: written, looked at with how many it goes to, and then sent. */
export function AnnounceSheet({ room, draft, naming, onDraft, onClose }: AnnounceSheetProps) {
  const call = useCall()
  const { data } = useLoad(rooms.getRoom, { params: { id: room } })
  const [asked, setAsked] = useState(false)
  const paused = usePaused('message')
  const form = useForm({
    initial: draft,
    send: (said) =>
      call(inbox.announce, {
        params: { id: room },
        body: { ...said, client_id: naming.idOf(said) },
      }),
    onDone: ({ message }) => {
      naming.arrived()
      onDraft({ title: '', text: '' })
      onClose()
      showToast(message)
    },
    onRefused: (element) => {
      setAsked(false)
      focusFirstError(element)
    },
  })
  const { title, text } = form.values
  const isComplete =
    messageProblem(title, ANNOUNCEMENT_MAX.title) === null &&
    messageProblem(text, ANNOUNCEMENT_MAX.chars) === null
  const close = () => {
    if (form.busy) return
    onDraft(form.values)
    onClose()
  }
  return (
    <Sheet open title={asked ? 'この内容で送りますか？' : 'メンバーへのお知らせ'} onClose={close}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (asked) void form.submit(event)
          else setAsked(true)
        }}
      >
        <FormProblem>{form.message}</FormProblem>
        <Paused name="message" />
        {asked ? (
          <Asked title={title} text={text} members={data?.subscribers} />
        ) : (
          <>
            <TextInput
              label="タイトル"
              name="title"
              require
              maxCount={ANNOUNCEMENT_MAX.title}
              {...form.field('title')}
            />
            <TextArea
              label="本文"
              name="text"
              require
              rows={6}
              hint="いまのメンバー全員の「メッセージ」に届きます"
              maxCount={ANNOUNCEMENT_MAX.chars}
              {...form.field('text')}
            />
          </>
        )}
        <Button type="submit" wide busy={form.busy} disabled={paused || !isComplete}>
          {asked ? 'お知らせを送る' : '確認する'}
        </Button>
        {asked && (
          <Button wide variant="quiet" disabled={form.busy} onClick={() => setAsked(false)}>
            書き直す
          </Button>
        )}
      </form>
    </Sheet>
  )
}

interface AskedProps {
  title: string
  text: string
  members: number | undefined
}

/** What goes out, and to how many. */
const Asked = ({ title, text, members }: AskedProps) => (
  <>
    <Notice>
      {members === undefined ? 'メンバー全員' : `${count(members)}人のメンバー`}
      に届きます。送ったあとは取り消せません。
    </Notice>
    <h3>{title}</h3>
    <p className="small" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </p>
  </>
)
