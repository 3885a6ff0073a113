"""Classes of Django REST framework whose methods call members that an application overrides."""

@of("rest_framework.views")
class APIView:
    def as_view(self):
        self.setup()
        self.dispatch()
    def dispatch(self):
        self.initialize_request()
        self.initial()
        self.handle_exception()
        self.finalize_response()
        self.http_method_not_allowed()
    def initialize_request(self):
        self.get_parsers()
        self.get_authenticators()
        self.get_content_negotiator()
        self.get_parser_context()
    def initial(self):
        self.perform_content_negotiation()
        self.perform_authentication()
        self.check_permissions()
        self.check_throttles()
        self.determine_version()
    def perform_content_negotiation(self):
        self.get_renderers()
    def check_permissions(self):
        self.get_permissions()
        self.permission_denied()
    def check_object_permissions(self):
        self.get_permissions()
        self.permission_denied()
    def check_throttles(self):
        self.get_throttles()
        self.throttled()
    def handle_exception(self):
        self.get_exception_handler_context()
        self.get_exception_handler()
    def finalize_response(self):
        self.get_renderer_context()

@of("rest_framework.authtoken.views")
class ObtainAuthToken(APIView):
    def post(self):
        self.get_serializer()

@of("rest_framework.generics")
class GenericAPIView(APIView):
    def get_object(self):
        self.filter_queryset()
        self.get_queryset()
        self.check_object_permissions()
    def get_serializer(self):
        self.get_serializer_class()
        self.get_serializer_context()

@of("rest_framework.mixins")
class CreateModelMixin:
    serializer: serializer_class
    def create(self):
        self.get_serializer()
        self.serializer.is_valid()
        self.perform_create()
        self.get_success_headers()
    def perform_create(self):
        self.serializer.save()

@of("rest_framework.mixins")
class ListModelMixin:
    def list(self):
        self.filter_queryset()
        self.get_queryset()
        self.paginate_queryset()
        self.get_serializer()
        self.get_paginated_response()

@of("rest_framework.mixins")
class RetrieveModelMixin:
    def retrieve(self):
        self.get_object()
        self.get_serializer()

@of("rest_framework.mixins")
class UpdateModelMixin:
    serializer: serializer_class
    def update(self):
        self.get_object()
        self.get_serializer()
        self.serializer.is_valid()
        self.perform_update()
    def perform_update(self):
        self.serializer.save()
    def partial_update(self):
        self.update()

@of("rest_framework.mixins")
class DestroyModelMixin:
    instance: queryset | serializer_class.Meta.model
    def destroy(self):
        self.get_object()
        self.perform_destroy()
    def perform_destroy(self):
        self.instance.delete()

@of("rest_framework.generics")
class CreateAPIView(CreateModelMixin, GenericAPIView):
    def post(self):
        self.create()

@of("rest_framework.generics")
class ListAPIView(ListModelMixin, GenericAPIView):
    def get(self):
        self.list()

@of("rest_framework.generics")
class RetrieveAPIView(RetrieveModelMixin, GenericAPIView):
    def get(self):
        self.retrieve()

@of("rest_framework.generics")
class DestroyAPIView(DestroyModelMixin, GenericAPIView):
    def delete(self):
        self.destroy()

@of("rest_framework.generics")
class UpdateAPIView(UpdateModelMixin, GenericAPIView):
    def put(self):
        self.update()
    def patch(self):
        self.partial_update()

@of("rest_framework.generics")
class ListCreateAPIView(ListAPIView, CreateAPIView):
    pass

@of("rest_framework.generics")
class RetrieveUpdateAPIView(RetrieveAPIView, UpdateAPIView):
    pass

@of("rest_framework.generics")
class RetrieveDestroyAPIView(RetrieveAPIView, DestroyAPIView):
    pass

@of("rest_framework.generics")
class RetrieveUpdateDestroyAPIView(RetrieveAPIView, UpdateAPIView, DestroyAPIView):
    pass

@of("rest_framework.viewsets")
class ViewSetMixin:
    def as_view(self):
        self.initialize_request()

@of("rest_framework.viewsets")
class ViewSet(ViewSetMixin, APIView):
    pass

@of("rest_framework.viewsets")
class GenericViewSet(ViewSetMixin, GenericAPIView):
    pass

@of("rest_framework.viewsets")
class ReadOnlyModelViewSet(RetrieveModelMixin, ListModelMixin, GenericViewSet):
    pass

@of("rest_framework.viewsets")
class ModelViewSet(
    CreateModelMixin, RetrieveModelMixin, UpdateModelMixin, DestroyModelMixin, ListModelMixin, GenericViewSet
):
    pass

@of("rest_framework.serializers")
class BaseSerializer:
    def is_valid(self):
        self.run_validation()
    def save(self):
        self.create()
        self.update()

@of("rest_framework.serializers")
class Serializer(BaseSerializer):
    def __init__(self):
        self.get_fields()
    def run_validation(self):
        self.to_internal_value()
        self.validate()

@of("rest_framework.serializers")
class ModelSerializer(Serializer):
    instance: Meta.model
    def create(self):
        self.instance.save()
    def update(self):
        self.instance.save()

@of("rest_framework.serializers")
class HyperlinkedModelSerializer(ModelSerializer):
    pass

@of("rest_framework.permissions")
class BasePermission:
    pass

@of("drf_spectacular.views")
class SpectacularAPIView(APIView):
    def get(self):
        self._get_schema_response()

@of("drf_spectacular.views")
class SpectacularSwaggerView(APIView):
    def get(self):
        self._get_schema_url()

@of("drf_spectacular.views")
class SpectacularRedocView(APIView):
    def get(self):
        self._get_schema_url()
