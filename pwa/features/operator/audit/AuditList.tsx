import { useSearchParams } from 'react-router-dom'
import { OPERATOR_ACTIONS, type OperatorAction, operatorAudit } from '#contract/operator/audit.ts'
import { useList } from '#pwa/lib/api.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { List } from '#pwa/ui/List.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { AuditRow } from './AuditRow.tsx'
import { actionWords } from './action-words.ts'

const options = [
  { value: '', label: 'すべての操作' },
  ...OPERATOR_ACTIONS.map((action) => ({ value: action, label: actionWords[action] })),
]

/** Everything that operators did, the newest first. Nothing here can be changed. */
export function AuditList() {
  const [search, setSearch] = useSearchParams()
  const action = OPERATOR_ACTIONS.find((known) => known === search.get('action'))
  const target = search.get('target')
  const acts = useList(operatorAudit.listAudit, {
    query: { ...(action && { action }), ...(target && { target }) },
  })
  const choose = (chosen: string) =>
    setSearch({ ...(chosen && { action: chosen }), ...(target && { target }) }, { replace: true })
  return (
    <div className="stack">
      <Select
        label="操作の種類"
        require
        name="action"
        options={options}
        value={(action ?? '') as OperatorAction | ''}
        onChange={choose}
      />
      <LoadedList
        of={acts}
        keyOf={({ id }) => id}
        wrap={(rows) => <List carded>{rows}</List>}
        empty={
          <StateScreen
            kind="empty"
            title="記録はまだありません"
            text="運営の操作が、だれが・いつ・何をしたかとともにここに残ります。"
          />
        }
      >
        {(row) => <AuditRow row={row} />}
      </LoadedList>
    </div>
  )
}
