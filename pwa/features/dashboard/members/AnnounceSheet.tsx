import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dashboard } from '#contract/dashboard/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { ANNOUNCEMENT_MAX } from '#contract/inbox/limits.ts'
import { messageProblem } from '#contract/inbox/message-text.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { keyOf, useCall, useLoad } from '#pwa/lib/api/api.ts'
import { createNaming } from '#pwa/lib/api/useSending.ts'
import { count } from '#pwa/lib/format.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

interface AnnounceSheetProps {
  room: string
  onClose: () => void
}

const UNWRITTEN = { title: '', text: '' }

/** An announcement to all members: written, confirmed with the number of recipients, then sent. */
export function AnnounceSheet(props: AnnounceSheetProps) {
  const { room, onClose } = props
  const { data } = useLoad(rooms.getRoom, { params: { id: room } })
  const [confirming, setConfirming] = useState(false)
  const paused = usePaused('message')
  const form = useAnnouncement(props, () => setConfirming(false))
  const { title, text } = form.values
  const isComplete =
    messageProblem(title, ANNOUNCEMENT_MAX.title) === null &&
    messageProblem(text, ANNOUNCEMENT_MAX.chars) === null
  const close = () => {
    if (!form.busy) onClose()
  }
  return (
    <Sheet open title={confirming ? 'この内容で送りますか？' : 'メンバーへの連絡'} onClose={close}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (confirming) void form.submit(event)
          else setConfirming(true)
        }}
      >
        <FormProblem>{form.message}</FormProblem>
        <Paused name="message" />
        {confirming ? (
          <Confirmation title={title} text={text} members={data?.subscribers} />
        ) : (
          <AnnouncementFields form={form} />
        )}
        <Button type="submit" wide busy={form.busy} disabled={paused || !isComplete}>
          {confirming ? '連絡を送る' : '確認する'}
        </Button>
        {confirming && (
          <Button wide variant="quiet" disabled={form.busy} onClick={() => setConfirming(false)}>
            書き直す
          </Button>
        )}
      </form>
    </Sheet>
  )
}

/** `onRefused`: shows the fields again. */
function useAnnouncement({ room, onClose }: AnnounceSheetProps, onRefused: () => void) {
  const call = useCall()
  const client = useQueryClient()
  const [naming] = useState(() => createNaming(`announcement.${room}`))
  return useForm({
    initial: UNWRITTEN,
    draft: { kind: 'announcement', id: room },
    send: (input) =>
      call(inbox.announce, {
        params: { id: room },
        body: { ...input, client_id: naming.idOf(input) },
      }),
    onDone: ({ message }) => {
      naming.arrived()
      void client.invalidateQueries({ queryKey: keyOf(dashboard.listAnnounced) })
      onClose()
      showToast(message)
    },
    onRefused,
  })
}

const AnnouncementFields = ({ form }: { form: ReturnType<typeof useAnnouncement> }) => (
  <>
    <TextInput
      label="タイトル"
      require
      maxCount={ANNOUNCEMENT_MAX.title}
      {...form.field('title')}
    />
    <TextArea
      label="本文"
      require
      rows={6}
      hint="いまのメンバー全員の「メッセージ」に届きます"
      maxCount={ANNOUNCEMENT_MAX.chars}
      {...form.field('text')}
    />
  </>
)

interface AskedProps {
  title: string
  text: string
  members: number | undefined
}

/** The confirmation: the text and the number of recipients. */
const Confirmation = ({ title, text, members }: AskedProps) => (
  <>
    <Alert>
      {members === undefined ? 'メンバー全員' : `${count(members)}人のメンバー`}
      に届きます。送ったあとは取り消せません。
    </Alert>
    <h3>{title}</h3>
    <p className="small" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </p>
  </>
)
