import { useSearchParams } from 'react-router-dom'
import {
  OPERATOR_ACTIONS,
  type OperatorAction,
  operatorAudit,
} from '#contract/operator/audit/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { AuditRow } from './AuditRow.tsx'
import { actionLabels } from './action-labels.ts'

const options = [
  { value: '', label: 'すべての操作' },
  ...OPERATOR_ACTIONS.map((action) => ({ value: action, label: actionLabels[action] })),
]

/** The audit log of all operator actions, newest first. Append-only. */
export function AuditList() {
  const [search, setSearch] = useSearchParams()
  const action = OPERATOR_ACTIONS.find((known) => known === search.get('action'))
  const target = search.get('target')
  const actions = useList(operatorAudit.listAudit, {
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
        of={actions}
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
