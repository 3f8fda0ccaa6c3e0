//! Responses: JSON, or an error with its status. Each describes itself for the API description.

use std::collections::BTreeMap;

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hexarium_wire::{ApiError, ErrorCode, read_request};
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::openapi::schema::{Object, Schema, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

/// The result of a handler.
pub(crate) type Reply<T> = Result<Json<T>, ErrorResponse>;

/// A JSON response.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_string(&self.0) {
            Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
            Err(error) => ErrorResponse(crate::hub::internal_error(error)).into_response(),
        }
    }
}

impl<T: ToSchema> IntoResponses for Json<T> {
    fn responses() -> Responses {
        let schema = match T::schema() {
            list @ RefOr::T(Schema::Array(_)) => list,
            _ => Ref::from_schema_name(T::name()).into(),
        };
        described("200", "Success.", "application/json", schema)
    }
}

/// A JSON response that sets or deletes the session cookie.
pub(crate) struct WithCookie<T> {
    pub(crate) cookie: HeaderValue,
    pub(crate) body: T,
}

impl<T: Serialize> IntoResponse for WithCookie<T> {
    fn into_response(self) -> Response {
        ([(header::SET_COOKIE, self.cookie)], Json(self.body)).into_response()
    }
}

impl<T: ToSchema> IntoResponses for WithCookie<T> {
    fn responses() -> Responses {
        Json::<T>::responses()
    }
}

/// A JSON object that is sent in pieces.
pub(crate) struct JsonStream(pub(crate) axum::body::Body);

impl IntoResponse for JsonStream {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

impl IntoResponses for JsonStream {
    fn responses() -> Responses {
        described("200", "Success.", "application/json", Object::with_type(Type::Object))
    }
}

/// A response of plain text, whole or in parts.
pub(crate) struct PlainText(pub(crate) axum::body::Body);

impl IntoResponse for PlainText {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], self.0).into_response()
    }
}

impl IntoResponses for PlainText {
    fn responses() -> Responses {
        described("200", "Success.", "text/plain", Object::with_type(Type::String))
    }
}

/// Responses by status, for the API description.
type Responses = BTreeMap<String, RefOr<utoipa::openapi::Response>>;

fn described(status: &str, text: &str, kind: &str, schema: impl Into<RefOr<Schema>>) -> Responses {
    let content = ContentBuilder::new().schema(Some(schema)).build();
    let response = ResponseBuilder::new().description(text).content(kind, content).build();
    BTreeMap::from([(status.to_string(), response.into())])
}

/// An error response.
pub(crate) struct ErrorResponse(pub(crate) ApiError);

impl From<ApiError> for ErrorResponse {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

impl From<crate::store::StoreError> for ErrorResponse {
    fn from(error: crate::store::StoreError) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            ErrorCode::BadRequest | ErrorCode::UnsupportedVersion => StatusCode::BAD_REQUEST,
            ErrorCode::Unauthenticated | ErrorCode::WrongPassword => StatusCode::UNAUTHORIZED,
            ErrorCode::Forbidden | ErrorCode::WrongOrigin => StatusCode::FORBIDDEN,
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::Unsupported => StatusCode::NOT_IMPLEMENTED,
            ErrorCode::NotYourTurn | ErrorCode::Stale | ErrorCode::Conflict | ErrorCode::Taken => StatusCode::CONFLICT,
            ErrorCode::IllegalAction => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, Json(self.0)).into_response()
    }
}

impl IntoResponses for ErrorResponse {
    fn responses() -> Responses {
        let schema = Ref::from_schema_name(ApiError::name());
        described("default", "The request was rejected.", "application/json", schema)
    }
}

/// A message in the body of a request.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ErrorResponse;

    async fn from_request(request: Request, state: &S) -> Result<Self, ErrorResponse> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
        // A form on another page can send text, but not this type.
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(ApiError::new(ErrorCode::BadRequest, "Invalid content type: expected application/json.").into());
        }
        let text = String::from_request(request, state).await.map_err(|rejection| {
            let status = rejection.into_response().status();
            if status == StatusCode::PAYLOAD_TOO_LARGE {
                return ApiError::new(ErrorCode::TooLarge, "Request too large: expected at most 16 KiB.");
            }
            ApiError::new(ErrorCode::BadRequest, "The body is not UTF-8 text.")
        })?;
        Ok(Self(read_request(&text)?))
    }
}

/// The response for an unknown path.
pub(crate) async fn no_such_address() -> ErrorResponse {
    ApiError::new(ErrorCode::NotFound, "No such address; see /api/v2/openapi.json.").into()
}
