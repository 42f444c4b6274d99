import { useState } from 'react'
import { withSan } from '#contract/lib/with-san.ts'
import { rooms, type Staff } from '#contract/rooms/calls.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { AddStaff } from './AddStaff.tsx'
import { StaffRow } from './StaffRow.tsx'
import { roles } from './staff-roles.ts'

/** The room's staff and their roles. */
export function RoomStaff({ room }: { room: string }) {
  const staff = useLoad(rooms.listStaff, { params: { id: room } })
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Staff | null>(null)
  return (
    <div className="stack">
      <Loaded of={staff} skeleton={<SkeletonRows count={2} />}>
        {(data) =>
          data.length === 0 ? (
            <Alert>スタッフはいません。ルームはあなたが一人で運営しています。</Alert>
          ) : (
            <List carded>
              {data.map((one) => (
                <StaffRow
                  key={`${one.name} ${one.role}`}
                  staff={one}
                  onRemove={() => setLeaving(one)}
                />
              ))}
            </List>
          )
        }
      </Loaded>
      <Button wide variant="secondary" icon="plus" onClick={() => setAdding(true)}>
        スタッフを追加する
      </Button>
      {adding && <AddStaff room={room} onClose={() => setAdding(false)} />}
      {leaving && <RemoveStaff room={room} staff={leaving} onClose={() => setLeaving(null)} />}
    </div>
  )
}

interface RemoveStaffProps {
  room: string
  staff: Staff
  onClose: () => void
}

function RemoveStaff({ room, staff, onClose }: RemoveStaffProps) {
  const { name, role, display_name } = staff
  const remove = useSend(rooms.removeStaff, { refresh: [rooms.listStaff] })
  return (
    <ConfirmDialog
      open
      title="スタッフから外しますか？"
      text={`${withSan(display_name)}（@${name}）は、${roles[role].label}ではなくなります。`}
      confirm="外す"
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: room }, body: { name, role } })
        showToast('スタッフから外しました')
      }}
      onClose={onClose}
    />
  )
}
