import { tickets } from '#contract/tickets/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { OwnTicketRow } from './OwnTicketRow.tsx'

/** The digital tickets that the user's room issues. */
export function OwnTickets({ room }: { room: string }) {
  const list = useList(tickets.listDigitalTickets, { params: { roomid: room } })
  return (
    <LoadedList
      of={list}
      skeleton={<SkeletonRows count={4} leading="arch" />}
      empty={<Empty />}
      keyOf={({ id }) => id}
    >
      {(ticket) => <OwnTicketRow ticket={ticket} />}
    </LoadedList>
  )
}

const Empty = () => (
  <StateScreen
    kind="empty"
    title="まだ電子チケットがありません"
    text="会場に入るためのチケットが、開催の近い順にここへならびます。"
    actions={
      <Button icon="plus" to={paths.createTicket}>
        電子チケットを作成する
      </Button>
    }
  />
)
