import { useNavigate } from 'react-router-dom'
import { type OwnDigitalTicket, tickets } from '#contract/tickets/calls.ts'
import { useQuestion, WritingOverlay } from '#pwa/features/dashboard/WritingOverlay.tsx'
import { salesStartNote } from '#pwa/features/events/sales-start.ts'
import { ticketPrice } from '#pwa/features/tickets/type-labels.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { fromWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { useEditor } from '#pwa/lib/forms/editing/useEditor.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { TicketFields } from './TicketFields.tsx'
import {
  isTicketComplete,
  OPTIONAL_TICKET_FIELDS,
  plainTicketNumbers,
  savedTicket,
  type TicketValues,
  ticketFormOf,
} from './ticket-form.ts'
import { previewOf, typeDraftsIn } from './type-drafts.ts'

interface TicketEditorProps {
  room: string
  /** Null for a new ticket. */
  ticket: OwnDigitalTicket | null
  onClose: () => void
}

const CHANGED = [tickets.listDigitalTickets, tickets.getDigitalTicket, tickets.getOwnTicket]

/** The editor of a digital ticket. */
export function TicketEditor({ room, ticket, onClose }: TicketEditorProps) {
  const navigate = useNavigate()
  const call = useCall()
  const question = useQuestion()
  const isDraft = ticket === null || ticket.status === 'draft'
  const editor = useEditor({
    kind: 'ticket',
    id: ticket?.id ?? null,
    saved: savedTicket(ticket),
    optional: OPTIONAL_TICKET_FIELDS,
    pictures: { image: ticket?.image_path ?? null },
    send: (input, options) => {
      const body = ticketFormOf(input)
      return ticket
        ? call(tickets.changeTicket, { params: { roomid: room, id: ticket.id }, body })
        : call(tickets.createTicket, { params: { roomid: room }, body }, options)
    },
    stale: CHANGED,
    onDone(done) {
      showToast(isDraft && done.status === 'published' ? '公開しました' : '保存しました')
      if (!ticket) void navigate(paths.ownTicket(done.id))
      onClose()
    },
    onRefused: question.close,
  })
  return (
    <WritingOverlay
      name={ticket ? '電子チケットを編集' : '電子チケットを作成'}
      editor={editor}
      question={question}
      isDraft={isDraft}
      isComplete={isTicketComplete(editor.edited)}
      picture="image"
      fields={<TicketFields form={editor.form} ticket={ticket} />}
      warning={null}
      publish={<Published values={editor.edited} />}
      onClose={onClose}
    />
  )
}

/** The facts that buyers see first. */
function Published({ values }: { values: TicketValues }) {
  const start = fromWall(values.start)
  const types = typeDraftsIn(values.types).map((type, at) => previewOf(type, at, 0))
  const amount =
    types.length > 0 ? Math.max(...types.map((type) => type.amount)) : Number(values.amount) || 0
  const early = salesStartNote(amount, fromWall(values.end), useNow())
  return (
    <Facts
      boxed
      facts={[
        { term: '価格', value: ticketPrice({ amount, types }), strong: true },
        ...(types.length > 0
          ? [{ term: '券種', value: types.map(({ name }) => name).join('、') }]
          : []),
        ...(early ? [{ term: '販売開始', value: early }] : []),
        { term: '枚数', value: `${plainTicketNumbers(values).capacity}枚` },
        {
          term: '開演',
          value: Number.isNaN(Date.parse(start)) ? values.start : dayAndTime(start),
        },
        { term: '購入', value: values.members_only === '1' ? 'メンバーだけ' : '誰でも' },
      ]}
    />
  )
}
