/** After a refused submit: to the first field with an error; where no field is at fault, what is said is brought into view. */
export function focusFirstError(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>(
    '[aria-invalid="true"], fieldset[data-invalid="true"]',
  )
  const control = field?.matches('fieldset') ? field.querySelector('input') : field
  if (control) control.focus()
  else form.querySelector('[role="alert"]')?.scrollIntoView?.({ block: 'center' })
}
