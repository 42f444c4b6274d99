import { door } from '#contract/door/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { didLabel } from '../did-label.ts'

/** The log of all gates, newest first. */
export function GateLines({ params }: { params: { roomid: string; id: string } }) {
  const lines = useList(door.listGateLog, { params, query: {} })
  return (
    <LoadedList
      of={lines}
      empty={
        <StateScreen
          kind="empty"
          title="まだ受付の記録がありません"
          text="入口の端末が受け付けたチケットが、新しい順にここへならびます。"
        />
      }
      wrap={(rows) => <List>{rows}</List>}
      keyOf={({ id }) => id}
    >
      {(line) => (
        <ListRow title={line.number ?? '不明なコード'}>
          <span className="note muted">
            {dateTime(line.happened_at)}・{line.gate}・{didLabel(line)}
          </span>
        </ListRow>
      )}
    </LoadedList>
  )
}
