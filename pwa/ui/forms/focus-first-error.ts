/** After a refused submit: to the first field with an error. */
export function focusFirstError(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>(
    '[aria-invalid="true"], fieldset[data-invalid="true"]',
  )
  const control = field?.matches('fieldset') ? field.querySelector('input') : field
  control?.focus()
}
