import { useSearchParams } from 'react-router-dom'
import { OPERATOR_ACTIONS, operatorAudit } from '#contract/operator/audit/calls.ts'
import { AdminList } from '../AdminList.tsx'
import { useChoice } from '../useChoice.tsx'
import { AuditLogRow } from './AuditLogRow.tsx'
import { actionLabels } from './action-labels.ts'

const options = OPERATOR_ACTIONS.map((value) => ({ value, label: actionLabels[value] }))

/** The audit log of all operator actions, newest first. Append-only. */
export function AuditList() {
  const target = useSearchParams()[0].get('target')
  const action = useChoice({
    name: 'action',
    label: '操作の種類',
    options,
    initial: null,
    all: 'すべての操作',
  })
  return (
    <AdminList
      call={operatorAudit.listAudit}
      input={{
        query: { ...(action.chosen && { action: action.chosen }), ...(target && { target }) },
      }}
      filters={action.select}
      keyOf={({ id }) => id}
      empty={{
        title: '記録はまだありません',
        text: '運営の操作が、誰が・いつ・何をしたかとともにここに残ります。',
      }}
    >
      {(row) => <AuditLogRow row={row} />}
    </AdminList>
  )
}
