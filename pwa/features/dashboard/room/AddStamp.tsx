import { useQueryClient } from '@tanstack/react-query'
import { stamps } from '#contract/stamps/calls.ts'
import { STAMP_MAX } from '#contract/stamps/limits.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { useFittedPictures } from '#pwa/lib/forms/editing/useFittedPictures.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { ImageUpload } from '#pwa/ui/forms/ImageUpload.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const NO_PICTURE = { image: null }

/** Adds a stamp to the room: a picture and its name. */
export function AddStamp({ room, onClose }: { room: string; onClose: () => void }) {
  const call = useCall()
  const client = useQueryClient()
  const pictures = useFittedPictures(NO_PICTURE)
  const picture = pictures.field('image')
  const form = useForm({
    initial: { stamp_name: '' },
    draft: { kind: 'stamp', id: room },
    async send({ stamp_name }) {
      const { image } = await pictures.ready()
      const body = new FormData()
      body.set('stamp_name', stamp_name)
      if (image) body.set('image', image)
      return call(stamps.addStamp, { params: { id: room }, body })
    },
    async onDone({ name }) {
      await client.invalidateQueries({ queryKey: keyOf(stamps.listStamps) })
      showToast(`スタンプ「${name}」を追加しました`)
      onClose()
    },
  })
  return (
    <Sheet open title="スタンプを追加" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(submitted) => void form.submit(submitted)}
        autoComplete="off"
        noValidate
      >
        <FormProblem>{!form.errorOf('image', 'stamp_name') && form.message}</FormProblem>
        <ImageUpload
          label="画像"
          require
          hint="正方形で、背景の透明なPNGかWebPが向いています。動く画像は、はじめの1枚になります"
          shape="square"
          {...picture}
          onChange={(next) => {
            form.clearErrors('image')
            picture.onChange(next)
          }}
          error={picture.error ?? form.errorOf('image')}
        />
        <TextInput
          label="名前"
          require
          hint="画像の代わりに読み上げられ、返信にも表示されます"
          placeholder="拍手"
          maxCount={STAMP_MAX.name}
          {...form.field('stamp_name')}
        />
        <Button wide type="submit" busy={form.busy}>
          追加する
        </Button>
      </form>
    </Sheet>
  )
}
