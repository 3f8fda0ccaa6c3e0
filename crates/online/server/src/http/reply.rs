//! Responses: JSON, or an error with its status. Each describes itself for the API description.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hexarium_kernel::shortened;
use hexarium_wire::{ApiError, ErrorCode, read_request};
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::openapi::schema::{Object, Schema, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use super::App;

/// The result of a handler.
pub(crate) type Reply<T> = Result<Json<T>, ErrorResponse>;

/// A JSON response.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_string(&self.0) {
            Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
            Err(error) => ErrorResponse::from(crate::hub::internal_error(error)).into_response(),
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
pub(crate) struct ErrorResponse {
    pub(crate) error: ApiError,
    status: StatusCode,
    /// The time after which the client may try again, if it is known.
    retry_after: Option<Duration>,
}

impl ErrorResponse {
    /// Returns the response to a client that has to wait.
    pub(crate) fn rate_limited(message: impl Into<String>, wait: Duration) -> Self {
        let response = Self::from(ApiError::new(ErrorCode::RateLimited, message));
        Self { retry_after: Some(wait), ..response }
    }
}

impl From<ApiError> for ErrorResponse {
    fn from(error: ApiError) -> Self {
        let status = match error.code {
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
        Self { error, status, retry_after: None }
    }
}

impl From<crate::store::StoreError> for ErrorResponse {
    fn from(error: crate::store::StoreError) -> Self {
        ApiError::from(error).into()
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.error)).into_response();
        if let Some(wait) = self.retry_after {
            // Whole seconds, and not before the time.
            let seconds = wait.as_secs() + 1;
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
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

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ErrorResponse;

    async fn from_request(request: Request, app: &App) -> Result<Self, ErrorResponse> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
        // A form on another page can send text, but not this type.
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(bad("Invalid content type: expected application/json."));
        }
        let limit = app.timeouts.body;
        let Ok(text) = tokio::time::timeout(limit, String::from_request(request, app)).await else {
            let message = format!("Request body too slow: expected it within {} s.", limit.as_secs());
            return Err(ErrorResponse { status: StatusCode::REQUEST_TIMEOUT, ..bad(message) });
        };
        let text = text.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                ApiError::new(ErrorCode::TooLarge, "Request too large: expected at most 16 KiB.").into()
            }
            _ => bad("Invalid request body: expected UTF-8 text."),
        })?;
        Ok(Self(read_request(&text)?))
    }
}

/// An id in the path of a request.
pub(crate) struct Id(pub(crate) String);

impl FromRequestParts<App> for Id {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ErrorResponse> {
        let Path(id) = Path::from_request_parts(parts, app)
            .await
            .map_err(|_| bad("Invalid path: expected an id of UTF-8 characters."))?;
        Ok(Self(id))
    }
}

/// The parameters of a request.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ErrorResponse> {
        let query = axum::extract::Query::from_request_parts(parts, app).await;
        let axum::extract::Query(query) =
            query.map_err(|rejection| bad(format!("Invalid parameters: {}", shortened(&rejection.body_text()))))?;
        Ok(Self(query))
    }
}

fn bad(message: impl Into<String>) -> ErrorResponse {
    ApiError::new(ErrorCode::BadRequest, message).into()
}

/// The response for an unknown path.
pub(crate) async fn no_such_address() -> ErrorResponse {
    ApiError::new(ErrorCode::NotFound, "No such address; see /api/v2/openapi.json.").into()
}
