"""Classes of Django whose methods call members that an application overrides.

The annotation of an attribute names the variables of an application's class that lead to the attribute's class.
"""

@of("django.views.generic.base", "django.views.generic", "django.views")
class View:
    def as_view(self):
        self.setup()
        self.dispatch()
    def dispatch(self):
        self.http_method_not_allowed()
    def options(self):
        self._allowed_methods()

@of("django.contrib.auth.mixins")
class AccessMixin:
    def handle_no_permission(self):
        self.get_permission_denied_message()
        self.get_login_url()
        self.get_redirect_field_name()

@of("django.contrib.auth.mixins")
class LoginRequiredMixin(AccessMixin):
    def dispatch(self):
        self.handle_no_permission()

@of("django.contrib.auth.mixins")
class PermissionRequiredMixin(AccessMixin):
    def dispatch(self):
        self.has_permission()
        self.handle_no_permission()
    def has_permission(self):
        self.get_permission_required()

@of("django.contrib.auth.mixins")
class UserPassesTestMixin(AccessMixin):
    def dispatch(self):
        self.get_test_func()
        self.handle_no_permission()
    def get_test_func(self):
        self.test_func()

@of("django.views.generic.base")
class ContextMixin:
    pass

@of("django.contrib.messages.views")
class SuccessMessageMixin:
    def form_valid(self):
        self.get_success_message()

@of("django.views.generic.base")
class TemplateResponseMixin:
    def render_to_response(self):
        self.get_template_names()

@of("django.views.generic.base", "django.views.generic")
class TemplateView(TemplateResponseMixin, ContextMixin, View):
    def get(self):
        self.get_context_data()
        self.render_to_response()

@of("django.views.generic.base", "django.views.generic")
class RedirectView(View):
    def get(self):
        self.get_redirect_url()
    def head(self):
        self.get()
    def post(self):
        self.get()
    def put(self):
        self.get()
    def patch(self):
        self.get()
    def delete(self):
        self.get()

@of("django.views.generic.list")
class MultipleObjectMixin(ContextMixin):
    def get_queryset(self):
        self.get_ordering()
    def paginate_queryset(self):
        self.get_paginator()
        self.get_paginate_orphans()
        self.get_allow_empty()
    def get_context_data(self):
        self.get_paginate_by()
        self.get_context_object_name()
        self.paginate_queryset()

@of("django.views.generic.list")
class BaseListView(MultipleObjectMixin, View):
    def get(self):
        self.get_queryset()
        self.get_allow_empty()
        self.get_paginate_by()
        self.get_context_data()
        self.render_to_response()

@of("django.views.generic.list", "django.views.generic")
class ListView(TemplateResponseMixin, BaseListView):
    template_name_suffix = "_list"

@of("django.views.generic.dates")
class BaseDateListView(MultipleObjectMixin, View):
    def get(self):
        self.get_dated_items()
        self.get_context_data()
        self.render_to_response()

@of("django.views.generic.dates", "django.views.generic")
class ArchiveIndexView(TemplateResponseMixin, BaseDateListView):
    pass

@of("django.views.generic.dates", "django.views.generic")
class YearArchiveView(TemplateResponseMixin, BaseDateListView):
    pass

@of("django.views.generic.dates", "django.views.generic")
class MonthArchiveView(TemplateResponseMixin, BaseDateListView):
    pass

@of("django.views.generic.dates", "django.views.generic")
class WeekArchiveView(TemplateResponseMixin, BaseDateListView):
    pass

@of("django.views.generic.dates", "django.views.generic")
class DayArchiveView(TemplateResponseMixin, BaseDateListView):
    pass

@of("django.views.generic.dates", "django.views.generic")
class TodayArchiveView(TemplateResponseMixin, BaseDateListView):
    pass

@of("django.views.generic.detail")
class SingleObjectMixin(ContextMixin):
    object: model | queryset | form_class.Meta.model
    def get_object(self):
        self.get_queryset()
        self.get_slug_field()
    def get_context_data(self):
        self.get_context_object_name()

@of("django.views.generic.detail")
class BaseDetailView(SingleObjectMixin, View):
    def get(self):
        self.get_object()
        self.get_context_data()
        self.render_to_response()

@of("django.views.generic.detail", "django.views.generic")
class DetailView(TemplateResponseMixin, BaseDetailView):
    template_name_suffix = "_detail"

@of("django.views.generic.dates", "django.views.generic")
class DateDetailView(TemplateResponseMixin, BaseDetailView):
    pass

@of("django.views.generic.edit")
class FormMixin(ContextMixin):
    form: form_class
    def get_form(self):
        self.get_form_class()
        self.get_form_kwargs()
    def get_form_kwargs(self):
        self.get_initial()
        self.get_prefix()
    def form_valid(self):
        self.get_success_url()
    def form_invalid(self):
        self.get_context_data()
        self.render_to_response()
    def get_context_data(self):
        self.get_form()

@of("django.views.generic.edit")
class ModelFormMixin(FormMixin, SingleObjectMixin):
    def get_form_class(self):
        self.get_queryset()
    def form_valid(self):
        super().form_valid()
        self.form.save()
        self.object.save()

@of("django.views.generic.edit")
class ProcessFormView(View):
    def get(self):
        self.get_context_data()
        self.render_to_response()
    def post(self):
        self.get_form()
        self.form.is_valid()
        self.form_valid()
        self.form_invalid()
    def put(self):
        self.post()

@of("django.views.generic.edit")
class BaseFormView(FormMixin, ProcessFormView):
    pass

@of("django.views.generic.edit", "django.views.generic")
class FormView(TemplateResponseMixin, BaseFormView):
    pass

@of("django.views.generic.edit")
class BaseCreateView(ModelFormMixin, ProcessFormView):
    pass

@of("django.views.generic.edit", "django.views.generic")
class CreateView(TemplateResponseMixin, BaseCreateView):
    template_name_suffix = "_form"

@of("django.views.generic.edit")
class BaseUpdateView(ModelFormMixin, ProcessFormView):
    def get(self):
        super().get()
        self.get_object()
    def post(self):
        super().post()
        self.get_object()

@of("django.views.generic.edit", "django.views.generic")
class UpdateView(TemplateResponseMixin, BaseUpdateView):
    template_name_suffix = "_form"

@of("django.views.generic.edit")
class DeletionMixin:
    def delete(self):
        self.get_object()
        self.get_success_url()
    def post(self):
        self.delete()

@of("django.views.generic.edit")
class BaseDeleteView(DeletionMixin, FormMixin, BaseDetailView):
    def post(self):
        self.get_object()
        self.get_form()
        self.form_valid()
        self.form_invalid()
    def form_valid(self):
        self.get_success_url()
        self.object.delete()

@of("django.views.generic.edit", "django.views.generic")
class DeleteView(TemplateResponseMixin, BaseDeleteView):
    template_name_suffix = "_confirm_delete"

@of("django.contrib.auth.views")
class LoginView(FormView):
    def form_valid(self):
        self.get_success_url()
    def get_success_url(self):
        self.get_redirect_url()
        self.get_default_redirect_url()

@of("django.contrib.auth.views")
class LogoutView(TemplateView):
    http_method_names = ["post"]
    def post(self):
        self.get_success_url()

@of("django.contrib.auth.views")
class PasswordChangeView(FormView):
    pass

@of("django.contrib.auth.views")
class PasswordChangeDoneView(TemplateView):
    pass

@of("django.contrib.auth.views")
class PasswordResetView(FormView):
    pass

@of("django.contrib.auth.views")
class PasswordResetDoneView(TemplateView):
    pass

@of("django.contrib.auth.views")
class PasswordResetConfirmView(FormView):
    pass

@of("django.contrib.auth.views")
class PasswordResetCompleteView(TemplateView):
    pass

@of("django.views.i18n")
class JavaScriptCatalog(View):
    def get(self):
        self.get_paths()
        self.get_context_data()
        self.render_to_response()

@of("django.views.i18n")
class JSONCatalog(JavaScriptCatalog):
    pass

@of("django_filters.views")
class FilterMixin:
    def get_filterset(self):
        self.get_filterset_kwargs()
        self.get_strict()

@of("django_filters.views")
class FilterView(FilterMixin, ListView):
    template_name_suffix = "_filter"
    def get(self):
        self.get_filterset_class()
        self.get_filterset()
        self.get_queryset()
        self.get_context_data()
        self.render_to_response()

@of("django.forms.forms", "django.forms")
class BaseForm:
    def is_valid(self):
        self.full_clean()
    def full_clean(self):
        self._clean_fields()
        self._clean_form()
        self._post_clean()
    def _clean_form(self):
        self.clean()
        self.add_error()

@of("django.forms.forms", "django.forms")
class Form(BaseForm):
    pass

@of("django.forms.models", "django.forms")
class BaseModelForm(BaseForm):
    instance: Meta.model
    def _post_clean(self):
        self._get_validation_exclusions()
        self.instance.full_clean()
        self.validate_unique()
    def validate_unique(self):
        self.instance.validate_unique()
    def save(self):
        self._save_m2m()
        self.instance.save()

@of("django.forms.models", "django.forms")
class ModelForm(BaseModelForm):
    pass

@of("django.contrib.auth.forms")
class BaseUserCreationForm(ModelForm):
    def save(self):
        super().save()
        self.save_m2m()

@of("django.contrib.auth.forms")
class UserCreationForm(BaseUserCreationForm):
    pass

@of("django.contrib.auth.forms")
class UserChangeForm(ModelForm):
    pass

@of("django.contrib.auth.forms")
class AuthenticationForm(Form):
    def clean(self):
        self.confirm_login_allowed()

@of("django.db.models.base", "django.db.models")
class Model:
    def full_clean(self):
        self.clean_fields()
        self.clean()
        self.validate_unique()
        self.validate_constraints()
    def save(self):
        self.save_base()
    def asave(self):
        self.save()
    def adelete(self):
        self.delete()

@of("django.contrib.admin", "django.contrib.admin.options")
class ModelAdmin:
    def changelist_view(self):
        self.has_view_or_change_permission()
        self.get_changelist_instance()
        self.get_queryset()
        self.get_actions()
    def get_changelist_instance(self):
        self.get_list_display()
        self.get_list_filter()
        self.get_search_fields()
        self.get_list_select_related()
        self.get_queryset()
        self.get_ordering()
        self.get_search_results()
    def changeform_view(self):
        self.get_object()
        self.get_form()
        self.get_fieldsets()
        self.get_readonly_fields()
        self.get_inline_instances()
        self.save_form()
        self.save_model()
        self.save_related()
        self.log_addition()
        self.log_change()
        self.construct_change_message()
        self.response_add()
        self.response_change()
        self.get_changeform_initial_data()
        self.get_prepopulated_fields()
    def delete_view(self):
        self.get_object()
        self.has_delete_permission()
        self.delete_model()
        self.response_delete()

@of("django.contrib.auth.admin")
class UserAdmin(ModelAdmin):
    def add_view(self):
        self.changeform_view()
        self.response_add()

@of("django.contrib.auth.admin")
class GroupAdmin(ModelAdmin):
    pass

@of("django.contrib.admin", "django.contrib.admin.options")
class InlineModelAdmin:
    def get_formset(self):
        self.get_fields()
        self.get_exclude()
        self.get_extra()
        self.get_min_num()
        self.get_max_num()
        self.get_queryset()
        self.get_readonly_fields()
        self.get_fieldsets()

@of("django.contrib.admin", "django.contrib.admin.options")
class StackedInline(InlineModelAdmin):
    pass

@of("django.contrib.admin", "django.contrib.admin.options")
class TabularInline(InlineModelAdmin):
    pass

@of("django.contrib.admin", "django.contrib.admin.filters")
class SimpleListFilter:
    def choices(self):
        self.value()

@of("django.core.management.base", "django.core.management")
class BaseCommand:
    def run(self):
        self.add_arguments()
        self.handle()

@of("django.core.management.base", "django.core.management")
class AppCommand(BaseCommand):
    def handle(self):
        self.handle_app_config()

@of("django.core.management.base", "django.core.management")
class LabelCommand(BaseCommand):
    def handle(self):
        self.handle_label()
