/*
 * places.hpp - libplaces for C++17: one header, nothing to build. SPDX-License-Identifier: MIT
 *
 * One class for each handle of places.h, move-only; `handle()` is the C object, for what has no method here. What can be
 * refused throws a places::Error. The contract (threads, lifetimes, what is checked) is that of places.h; so are names.
 */
#ifndef PLACES_HPP
#define PLACES_HPP

#include <places.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <initializer_list>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace places {

using Milliseconds = std::chrono::milliseconds;

// ---------------------------------------------------------------------------------------------------
// Error

struct Violation {
    std::string field;
    std::string description;
};

/// Why something was refused or failed. For one status alone catch StatusError<PLACES_...> or its name below.
class Error : public std::runtime_error {
  public:
    /// Reads a borrowed `error`, which may be NULL.
    Error(places_status status, const places_error *error)
        : std::runtime_error(error != nullptr ? places_error_message(error)
                                              : places_status_description(status)),
          status_(status) {
        if (error == nullptr)
            return;
        field_ = places_error_field(error);
        http_status_ = places_error_http_status(error);
        canonical_status_ = places_error_canonical_status(error);
        reason_ = places_error_reason(error);
        if (auto milliseconds = places_error_retry_after_ms(error); milliseconds >= 0)
            retry_after_ = Milliseconds(milliseconds);
        for (std::size_t i = 0; i < places_error_violation_count(error); i++)
            violations_.push_back({places_error_violation_field(error, i),
                                   places_error_violation_description(error, i)});
    }

    places_status status() const noexcept { return status_; }
    /// The argument at fault ("types[2]", "bias.radius"), "" where no single one is.
    const std::string &field() const noexcept { return field_; }
    /// 0 where there was no answer of a service.
    int http_status() const noexcept { return http_status_; }
    const std::string &canonical_status() const noexcept { return canonical_status_; }
    const std::string &reason() const noexcept { return reason_; }
    std::optional<Milliseconds> retry_after() const noexcept { return retry_after_; }
    const std::vector<Violation> &violations() const noexcept { return violations_; }
    bool is_retryable() const noexcept { return places_status_is_retryable(status_); }

  private:
    places_status status_;
    std::string field_;
    int http_status_ = 0;
    std::string canonical_status_;
    std::string reason_;
    std::optional<Milliseconds> retry_after_;
    std::vector<Violation> violations_;
};

template <places_status Status> class StatusError : public Error {
  public:
    explicit StatusError(const places_error *error) : Error(Status, error) {}
};

using InvalidRequest = StatusError<PLACES_INVALID_REQUEST>;
using Cancelled = StatusError<PLACES_CANCELLED>;
using DeadlineExceeded = StatusError<PLACES_DEADLINE>;
using NotFound = StatusError<PLACES_NOT_FOUND>;
using QueueFull = StatusError<PLACES_QUEUE_FULL>;
using WrongThread = StatusError<PLACES_WRONG_THREAD>;
using Unsupported = StatusError<PLACES_UNSUPPORTED>;
using FileError = StatusError<PLACES_IO>;
using IndexDamaged = StatusError<PLACES_INDEX_DAMAGED>;
using IndexVersionError = StatusError<PLACES_INDEX_VERSION>;
using NoProvider = StatusError<PLACES_NO_PROVIDER>;

namespace detail {

/// The exception of a status; Error itself for one that this header does not know. No default branch: the compiler
/// notices when a status of places.h is missing.
inline std::exception_ptr make_error(places_status status, const places_error *error) {
#define PLACES_HPP_CASE(name)                                                                      \
    case name:                                                                                     \
        return std::make_exception_ptr(StatusError<name>(error));
    switch (status) {
        PLACES_HPP_CASE(PLACES_NETWORK_ERROR)
        PLACES_HPP_CASE(PLACES_SERVER_ERROR)
        PLACES_HPP_CASE(PLACES_INTERNAL_ERROR)
        PLACES_HPP_CASE(PLACES_KEY_INVALID)
        PLACES_HPP_CASE(PLACES_KEY_EXPIRED)
        PLACES_HPP_CASE(PLACES_USAGE_LIMIT_EXCEEDED)
        PLACES_HPP_CASE(PLACES_RATE_LIMIT_EXCEEDED)
        PLACES_HPP_CASE(PLACES_DEVICE_RATE_LIMIT_EXCEEDED)
        PLACES_HPP_CASE(PLACES_ACCESS_NOT_CONFIGURED)
        PLACES_HPP_CASE(PLACES_INCORRECT_BUNDLE_IDENTIFIER)
        PLACES_HPP_CASE(PLACES_LOCATION_ERROR)
        PLACES_HPP_CASE(PLACES_INVALID_REQUEST)
        PLACES_HPP_CASE(PLACES_CANCELLED)
        PLACES_HPP_CASE(PLACES_DEADLINE)
        PLACES_HPP_CASE(PLACES_NOT_FOUND)
        PLACES_HPP_CASE(PLACES_BAD_RESPONSE)
        PLACES_HPP_CASE(PLACES_TLS)
        PLACES_HPP_CASE(PLACES_QUEUE_FULL)
        PLACES_HPP_CASE(PLACES_WRONG_THREAD)
        PLACES_HPP_CASE(PLACES_FORKED)
        PLACES_HPP_CASE(PLACES_UNSUPPORTED)
        PLACES_HPP_CASE(PLACES_IO)
        PLACES_HPP_CASE(PLACES_INDEX_DAMAGED)
        PLACES_HPP_CASE(PLACES_INDEX_VERSION)
        PLACES_HPP_CASE(PLACES_NO_PROVIDER)
        PLACES_HPP_CASE(PLACES_DISK_FULL)
    case PLACES_OK:
    case PLACES_STATUS_FORCE_32_BITS:
        break;
    }
#undef PLACES_HPP_CASE
    return std::make_exception_ptr(Error(status, error));
}

/// Takes the `places_error **` of a call and throws what came back.
class Check {
  public:
    Check() = default;
    Check(const Check &) = delete;
    Check &operator=(const Check &) = delete;
    ~Check() { places_error_release(error_); }

    operator places_error **() noexcept { return &error_; }

    void operator()(places_status status) const {
        if (status != PLACES_OK)
            std::rethrow_exception(make_error(status, error_));
    }

  private:
    places_error *error_ = nullptr;
};

template <typename Object, void (*Free)(Object *)> struct Deleter {
    void operator()(Object *object) const noexcept { Free(object); }
};

template <typename Object, void (*Free)(Object *)>
using Handle = std::unique_ptr<Object, Deleter<Object, Free>>;

/// NULL gives "".
inline std::string_view view(const char *text) noexcept {
    return text != nullptr ? std::string_view(text) : std::string_view();
}

inline std::string take_string(char *text) {
    Handle<char, places_string_release> owned(text);
    return text != nullptr ? std::string(text) : std::string();
}

inline std::int32_t timeout(std::optional<Milliseconds> limit) noexcept {
    if (!limit)
        return -1;
    auto count = limit->count();
    return count < 0 ? 0 : count > INT32_MAX ? INT32_MAX : static_cast<std::int32_t>(count);
}

} // namespace detail

inline std::string_view version() noexcept {
    return places_version();
}

// ---------------------------------------------------------------------------------------------------
// Values

struct Coordinate {
    double latitude = 0;
    double longitude = 0;
};

struct Circle {
    Coordinate center;
    double radius = 0;
};

/// South-west and north-east corner, taken literally.
struct Rectangle {
    Coordinate low;
    Coordinate high;
};

/// Any two opposite corners, in any order.
struct Corners {
    Coordinate a;
    Coordinate b;
};

/// Units from `start` up to, not including, `end`.
struct Match {
    std::size_t start = 0;
    std::size_t end = 0;
};

// ---------------------------------------------------------------------------------------------------
// Session token

class Token {
  public:
    Token() {
        detail::Check check;
        places_token *token = nullptr;
        check(places_token_new(&token, check));
        token_.reset(token);
    }
    explicit Token(const std::string &text) {
        detail::Check check;
        places_token *token = nullptr;
        check(places_token_from_text(text.c_str(), &token, check));
        token_.reset(token);
    }

    /// Takes over a token.
    explicit Token(places_token *token) noexcept : token_(token) {}

    std::string_view text() const noexcept { return detail::view(places_token_text(handle())); }
    const places_token *handle() const noexcept { return token_.get(); }

  private:
    detail::Handle<places_token, places_token_free> token_;
};

// ---------------------------------------------------------------------------------------------------
// Filter

class Filter {
  public:
    Filter() : filter_(places_filter_new()) {}

    Filter copy() const { return Filter(places_filter_copy(filter_.get())); }

    Filter &set_mode(places_mode mode) { return set(places_filter_set_mode, mode); }
    Filter &set_types(const std::vector<std::string> &types) {
        return set_texts(places_filter_set_types, types);
    }
    Filter &set_countries(const std::vector<std::string> &countries) {
        return set_texts(places_filter_set_countries, countries);
    }
    Filter &set_bias(const Circle &area) {
        return set(places_filter_set_bias_circle, area.center.latitude, area.center.longitude,
                   area.radius);
    }
    Filter &set_bias(const Rectangle &area) {
        return set(places_filter_set_bias_rectangle, area.low.latitude, area.low.longitude,
                   area.high.latitude, area.high.longitude);
    }
    Filter &set_bias(const Corners &area) {
        return set(places_filter_set_bias_corners, area.a.latitude, area.a.longitude,
                   area.b.latitude, area.b.longitude);
    }
    Filter &clear_bias() noexcept {
        places_filter_clear_bias(filter_.get());
        return *this;
    }
    Filter &set_restriction(const Circle &area) {
        return set(places_filter_set_restriction_circle, area.center.latitude,
                   area.center.longitude, area.radius);
    }
    Filter &set_restriction(const Rectangle &area) {
        return set(places_filter_set_restriction_rectangle, area.low.latitude, area.low.longitude,
                   area.high.latitude, area.high.longitude);
    }
    Filter &set_restriction(const Corners &area) {
        return set(places_filter_set_restriction_corners, area.a.latitude, area.a.longitude,
                   area.b.latitude, area.b.longitude);
    }
    Filter &clear_restriction() noexcept {
        places_filter_clear_restriction(filter_.get());
        return *this;
    }
    Filter &set_origin(const Coordinate &origin) {
        return set(places_filter_set_origin, origin.latitude, origin.longitude);
    }
    Filter &clear_origin() noexcept {
        places_filter_clear_origin(filter_.get());
        return *this;
    }
    Filter &set_region(const std::string &region) {
        return set(places_filter_set_region, region.c_str());
    }
    Filter &set_language(const std::string &language) {
        return set(places_filter_set_language, language.c_str());
    }
    Filter &set_include_pure_service_area_businesses(bool include) {
        return set(places_filter_set_include_pure_service_area_businesses, include);
    }
    Filter &set_include_future_opening_businesses(bool include) {
        return set(places_filter_set_include_future_opening_businesses, include);
    }

    places_filter *handle() noexcept { return filter_.get(); }
    const places_filter *handle() const noexcept { return filter_.get(); }

  private:
    explicit Filter(places_filter *filter) : filter_(filter) {}

    template <typename Setter, typename... Values> Filter &set(Setter setter, Values... values) {
        detail::Check check;
        check(setter(filter_.get(), values..., check));
        return *this;
    }
    template <typename Setter>
    Filter &set_texts(Setter setter, const std::vector<std::string> &texts) {
        std::vector<const char *> pointers;
        for (const auto &text : texts)
            pointers.push_back(text.c_str());
        return set(setter, pointers.data(), pointers.size());
    }

    detail::Handle<places_filter, places_filter_free> filter_;
};

// ---------------------------------------------------------------------------------------------------
// Requests

class Request {
  public:
    Request() : request_(places_request_new()) {}
    explicit Request(std::string_view query) : Request() { set_query(query); }
    /// From the body of Google's AutocompletePlaces request.
    static Request from_json(std::string_view json) {
        detail::Check check;
        places_request *request = nullptr;
        check(places_request_from_json(json.data(), json.size(), &request, check));
        return Request(request);
    }

    Request &set_query(std::string_view query) {
        // An empty view may have no address, and NULL means a missing argument.
        return set(places_request_set_query, query.empty() ? "" : query.data(), query.size());
    }
    Request &set_input_offset(std::int32_t offset) {
        return set(places_request_set_input_offset, offset);
    }
    Request &set_limit(std::int32_t limit) { return set(places_request_set_limit, limit); }
    Request &set_filter(const Filter &filter) {
        return set(places_request_set_filter, filter.handle());
    }
    Request &set_token(const Token &token) { return set(places_request_set_token, token.handle()); }
    Request &set_include_query_predictions(bool include) {
        return set(places_request_set_include_query_predictions, include);
    }
    /// 0: none.
    Request &set_deadline(std::chrono::duration<std::uint32_t, std::milli> deadline) {
        return set(places_request_set_deadline, deadline.count());
    }

    std::string to_json() const {
        return detail::take_string(places_request_to_json(request_.get()));
    }
    places_request *handle() noexcept { return request_.get(); }
    const places_request *handle() const noexcept { return request_.get(); }

  private:
    explicit Request(places_request *request) : request_(request) {}

    template <typename Setter, typename... Values> Request &set(Setter setter, Values... values) {
        detail::Check check;
        check(setter(request_.get(), values..., check));
        return *this;
    }

    detail::Handle<places_request, places_request_free> request_;
};

class PlaceRequest {
  public:
    PlaceRequest(const std::string &place_id, const std::string &fields) : PlaceRequest(place_id) {
        set(places_place_request_set_fields, fields.c_str());
    }
    /// By PLACES_FIELD_* bits.
    PlaceRequest(const std::string &place_id, std::uint64_t field_bits) : PlaceRequest(place_id) {
        set(places_place_request_set_field_bits, field_bits);
    }

    PlaceRequest &set_token(const Token &token) {
        return set(places_place_request_set_token, token.handle());
    }
    PlaceRequest &set_language(const std::string &language) {
        return set(places_place_request_set_language, language.c_str());
    }
    PlaceRequest &set_region(const std::string &region) {
        return set(places_place_request_set_region, region.c_str());
    }
    PlaceRequest &set_deadline(std::chrono::duration<std::uint32_t, std::milli> deadline) {
        return set(places_place_request_set_deadline, deadline.count());
    }

    places_place_request *handle() noexcept { return request_.get(); }
    const places_place_request *handle() const noexcept { return request_.get(); }

  private:
    explicit PlaceRequest(const std::string &place_id) : request_(places_place_request_new()) {
        set(places_place_request_set_place_id, place_id.c_str());
    }

    template <typename Setter, typename... Values>
    PlaceRequest &set(Setter setter, Values... values) {
        detail::Check check;
        check(setter(request_.get(), values..., check));
        return *this;
    }

    detail::Handle<places_place_request, places_place_request_free> request_;
};

// ---------------------------------------------------------------------------------------------------
// Answers. Texts are views that live as long as the answer.

/// One row of a Result, which it must not outlive.
class Row {
  public:
    Row(const places_result *result, std::size_t row) noexcept : result_(result), row_(row) {}

    std::string_view place_id() const noexcept { return text(places_result_place_id); }
    std::string_view full_text() const noexcept { return text(places_result_full_text); }
    std::string_view primary_text() const noexcept { return text(places_result_primary_text); }
    std::string_view secondary_text() const noexcept { return text(places_result_secondary_text); }
    std::vector<std::string_view> types() const {
        std::vector<std::string_view> types;
        for (std::size_t i = 0; i < places_result_type_count(result_, row_); i++)
            types.push_back(detail::view(places_result_type(result_, row_, i)));
        return types;
    }
    std::optional<std::int32_t> distance_meters() const noexcept {
        std::int32_t meters = 0;
        return places_result_distance_meters(result_, row_, &meters) ? std::optional(meters)
                                                                     : std::nullopt;
    }
    bool is_query() const noexcept { return places_result_is_query(result_, row_); }
    /// What was typed, in bytes of the text unless another unit is asked for.
    std::vector<Match> matches(places_text text, places_unit unit = PLACES_UNIT_UTF8) const {
        std::vector<Match> matches(places_result_match_count(result_, row_, text));
        for (std::size_t i = 0; i < matches.size(); i++)
            places_result_match(result_, row_, text, i, unit, &matches[i].start, &matches[i].end);
        return matches;
    }
    /// "" where nothing must be shown.
    std::string_view attribution() const noexcept {
        return detail::view(places_result_row_attribution(result_, row_));
    }

  private:
    std::string_view text(const char *(*getter)(const places_result *, std::size_t,
                                                std::size_t *)) const noexcept {
        std::size_t length = 0;
        const char *text = getter(result_, row_, &length);
        return text != nullptr ? std::string_view(text, length) : std::string_view();
    }

    const places_result *result_;
    std::size_t row_;
};

/// Suggestions, the most relevant first.
class Result {
  public:
    /// Takes over a reference.
    explicit Result(places_result *result) noexcept : result_(result) {}
    /// A reference more to the same answer.
    Result copy() const noexcept { return Result(places_result_retain(result_.get())); }

    std::size_t size() const noexcept { return places_result_count(result_.get()); }
    bool empty() const noexcept { return size() == 0; }
    Row operator[](std::size_t row) const noexcept { return Row(result_.get(), row); }

    class Iterator {
      public:
        Iterator(const places_result *result, std::size_t row) noexcept
            : result_(result), row_(row) {}
        Row operator*() const noexcept { return Row(result_, row_); }
        Iterator &operator++() noexcept {
            row_++;
            return *this;
        }
        bool operator!=(const Iterator &other) const noexcept { return row_ != other.row_; }

      private:
        const places_result *result_;
        std::size_t row_;
    };
    Iterator begin() const noexcept { return {result_.get(), 0}; }
    Iterator end() const noexcept { return {result_.get(), size()}; }

    /// What must be shown with the rows.
    std::vector<std::string_view> attributions() const {
        std::vector<std::string_view> texts;
        for (std::size_t i = 0; i < places_result_attribution_count(result_.get()); i++)
            texts.push_back(detail::view(places_result_attribution(result_.get(), i)));
        return texts;
    }
    std::string to_json() const {
        return detail::take_string(places_result_to_json(result_.get()));
    }
    const places_result *handle() const noexcept { return result_.get(); }

  private:
    detail::Handle<places_result, places_result_release> result_;
};

/// A place's details. Texts are "" where a field is absent.
class Place {
  public:
    /// Takes over a reference.
    explicit Place(places_place *place) noexcept : place_(place) {}
    /// A reference more to the same answer.
    Place copy() const noexcept { return Place(places_place_retain(place_.get())); }

    std::string_view id() const noexcept { return detail::view(places_place_id(handle())); }
    std::string_view display_name() const noexcept {
        return detail::view(places_place_display_name(handle()));
    }
    std::string_view formatted_address() const noexcept {
        return detail::view(places_place_formatted_address(handle()));
    }
    std::string_view primary_type() const noexcept {
        return detail::view(places_place_primary_type(handle()));
    }
    std::vector<std::string_view> types() const {
        std::vector<std::string_view> types;
        for (std::size_t i = 0; i < places_place_type_count(handle()); i++)
            types.push_back(detail::view(places_place_type(handle(), i)));
        return types;
    }
    std::optional<Coordinate> location() const noexcept {
        Coordinate point;
        return places_place_location(handle(), &point.latitude, &point.longitude)
                   ? std::optional(point)
                   : std::nullopt;
    }
    std::optional<Rectangle> viewport() const noexcept {
        Rectangle box;
        return places_place_viewport(handle(), &box.low.latitude, &box.low.longitude,
                                     &box.high.latitude, &box.high.longitude)
                   ? std::optional(box)
                   : std::nullopt;
    }
    /// Any field by its path in Google's Place resource; nothing for absent, objects and arrays.
    std::optional<std::string_view> text(const std::string &path) const noexcept {
        std::size_t length = 0;
        const char *text = places_place_text(handle(), path.c_str(), &length);
        return text != nullptr ? std::optional(std::string_view(text, length)) : std::nullopt;
    }
    std::optional<double> number(const std::string &path) const noexcept {
        double number = 0;
        return places_place_number(handle(), path.c_str(), &number) ? std::optional(number)
                                                                    : std::nullopt;
    }
    std::string_view attribution() const noexcept {
        return detail::view(places_place_attribution(handle()));
    }
    std::string to_json() const { return detail::take_string(places_place_to_json(handle())); }
    const places_place *handle() const noexcept { return place_.get(); }

  private:
    detail::Handle<places_place, places_place_release> place_;
};

// ---------------------------------------------------------------------------------------------------
// Index files

class Index {
  public:
    explicit Index(const std::string &path, bool private_memory = false) {
        detail::Check check;
        places_index *index = nullptr;
        check(places_index_open(path.c_str(), private_memory ? PLACES_INDEX_PRIVATE_MEMORY : 0,
                                &index, check));
        index_.reset(index);
    }

    void reload() {
        detail::Check check;
        check(places_index_reload(handle(), check));
    }
    void verify() const {
        detail::Check check;
        check(places_index_verify(handle(), check));
    }
    std::uint64_t place_count() const noexcept { return places_index_place_count(handle()); }
    std::string info_json() const { return detail::take_string(places_index_info_json(handle())); }
    places_index *handle() const noexcept { return index_.get(); }

  private:
    detail::Handle<places_index, places_index_free> index_;
};

class IndexBuilder {
  public:
    /// False stops the build.
    using Progress =
        std::function<bool(std::string_view source, double fraction, std::uint64_t places)>;
    using BadRow =
        std::function<void(std::string_view source, std::uint64_t line, std::string_view reason)>;

    IndexBuilder() : builder_(places_index_builder_new()), hooks_(std::make_unique<Hooks>()) {
        // Always set: it is what lets an exception of the other one stop the build.
        places_index_builder_set_progress(handle(), on_progress, hooks_.get());
        places_index_builder_set_bad_row(handle(), on_bad_row, hooks_.get());
    }

    IndexBuilder &add_source(const std::string &source) {
        detail::Check check;
        check(places_index_builder_add_source(handle(), source.c_str(), check));
        return *this;
    }
    IndexBuilder &on_progress(Progress progress) {
        hooks_->progress = std::move(progress);
        return *this;
    }
    IndexBuilder &on_bad_row(BadRow bad_row) {
        hooks_->bad_row = std::move(bad_row);
        return *this;
    }
    /// An exception of a hook stops the build and is thrown here.
    void write(const std::string &path) {
        detail::Check check;
        hooks_->exception = nullptr;
        places_status status = places_index_builder_write(handle(), path.c_str(), check);
        if (hooks_->exception)
            std::rethrow_exception(hooks_->exception);
        check(status);
    }
    std::uint64_t place_count() const noexcept {
        return places_index_builder_place_count(builder_.get());
    }
    std::uint64_t bad_row_count() const noexcept {
        return places_index_builder_bad_row_count(builder_.get());
    }
    places_index_builder *handle() noexcept { return builder_.get(); }

  private:
    struct Hooks {
        Progress progress;
        BadRow bad_row;
        std::exception_ptr exception;
    };

    static bool on_progress(void *userdata, const char *source, double fraction,
                            std::uint64_t places) noexcept {
        auto &hooks = *static_cast<Hooks *>(userdata);
        try {
            return !hooks.exception &&
                   (!hooks.progress || hooks.progress(source, fraction, places));
        } catch (...) {
            hooks.exception = std::current_exception();
            return false;
        }
    }
    static void on_bad_row(void *userdata, const char *source, std::uint64_t line,
                           const char *reason) noexcept {
        auto &hooks = *static_cast<Hooks *>(userdata);
        try {
            if (!hooks.exception && hooks.bad_row)
                hooks.bad_row(source, line, reason);
        } catch (...) {
            hooks.exception = std::current_exception();
        }
    }

    detail::Handle<places_index_builder, places_index_builder_free> builder_;
    std::unique_ptr<Hooks>
        hooks_; // its own object, since C keeps its address while this one may move
};

// ---------------------------------------------------------------------------------------------------
// Meter

/// What a client's searches cost, as it was when this was made.
class Meter {
  public:
    /// Takes it over.
    explicit Meter(places_meter *meter) noexcept : meter_(meter) {}

    std::uint64_t operator[](places_counter counter) const noexcept {
        return places_meter_count(handle(), counter);
    }
    /// Nothing before the first pick.
    std::optional<double> requests_per_pick() const noexcept {
        double average = places_meter_requests_per_pick(handle());
        return average == average ? std::optional(average) : std::nullopt;
    }
    std::string to_json() const { return detail::take_string(places_meter_to_json(handle())); }
    const places_meter *handle() const noexcept { return meter_.get(); }

  private:
    detail::Handle<places_meter, places_meter_free> meter_;
};

// ---------------------------------------------------------------------------------------------------
// Client

class Source;

class ClientOptions {
  public:
    ClientOptions() : options_(places_client_options_new()) {}

    ClientOptions &set_delivery(places_delivery delivery) {
        return set(places_client_options_set_delivery, delivery);
    }
    ClientOptions &set_max_pending(std::uint32_t count) {
        return set(places_client_options_set_max_pending, count);
    }
    ClientOptions &add_index(const Index &index) {
        return set(places_client_options_add_index, index.handle());
    }
    /// A provider of places.h; it has no class here.
    ClientOptions &set_provider(places_provider *provider) {
        return set(places_client_options_set_provider, provider);
    }
    /// "google" or "google-legacy".
    ClientOptions &set_service(const std::string &name) {
        return set(places_client_options_set_service, name.c_str());
    }
    ClientOptions &set_api_key(const std::string &key) {
        return set(places_client_options_set_api_key, key.c_str());
    }
    ClientOptions &set_base_url(const std::string &url) {
        return set(places_client_options_set_base_url, url.c_str());
    }
    /// Instead of an index, provider or service of these options.
    ClientOptions &add_source(const Source &source);
    ClientOptions &set_source_mode(places_source_mode mode,
                                   std::chrono::duration<std::uint32_t, std::milli> wait =
                                       std::chrono::duration<std::uint32_t, std::milli>(1500)) {
        return set(places_client_options_set_source_mode, mode, wait.count());
    }
    ClientOptions &set_time_zone_bias(bool enabled) {
        return set(places_client_options_set_time_zone_bias, enabled);
    }
    ClientOptions &set_log(places_log_level level, places_log_callback callback, void *userdata) {
        return set(places_client_options_set_log, level, callback, userdata);
    }

    places_client_options *handle() noexcept { return options_.get(); }
    const places_client_options *handle() const noexcept { return options_.get(); }

  private:
    template <typename Setter, typename... Values>
    ClientOptions &set(Setter setter, Values... values) {
        detail::Check check;
        check(setter(options_.get(), values..., check));
        return *this;
    }

    detail::Handle<places_client_options, places_client_options_free> options_;
};

/// One of several places to ask: it answers as a client with these options would.
class Source {
  public:
    Source(const ClientOptions &options, const std::string &name) {
        detail::Check check;
        places_source *source = nullptr;
        check(places_source_new(options.handle(), name.c_str(), &source, check));
        source_.reset(source);
    }

    places_source *handle() const noexcept { return source_.get(); }

  private:
    detail::Handle<places_source, places_source_free> source_;
};

inline ClientOptions &ClientOptions::add_source(const Source &source) {
    return set(places_client_options_add_source, source.handle());
}

/// How a request ended: with an answer or with an error.
template <typename Answer> class Outcome {
  public:
    explicit Outcome(Answer answer) : state_(std::move(answer)) {}
    explicit Outcome(std::exception_ptr error) : state_(std::move(error)) {}

    explicit operator bool() const noexcept { return std::holds_alternative<Answer>(state_); }
    /// The answer; throws the error where there is none.
    Answer &value() {
        if (auto *error = std::get_if<std::exception_ptr>(&state_))
            std::rethrow_exception(*error);
        return std::get<Answer>(state_);
    }
    /// Null where there is an answer.
    std::exception_ptr error() const noexcept {
        auto *error = std::get_if<std::exception_ptr>(&state_);
        return error != nullptr ? *error : nullptr;
    }

  private:
    std::variant<Answer, std::exception_ptr> state_;
};

/// A request under way: its number, for Client::cancel, and what comes of it.
template <typename Value> struct Submitted {
    std::uint64_t id = 0;
    std::future<Value> future;
};

namespace detail {

inline places_result *retain(const places_result *result) noexcept {
    return places_result_retain(result);
}
inline places_place *retain(const places_place *place) noexcept {
    return places_place_retain(place);
}

/// What travels through C as userdata: freed by the one callback, or by submit() where the call was refused.
template <typename Answer, typename Value, typename Function> struct Task {
    Function function;
    std::promise<Value> promise;

    void run(Outcome<Answer> outcome) noexcept {
        try {
            if constexpr (std::is_void_v<Value>) {
                function(std::move(outcome));
                promise.set_value();
            } else {
                promise.set_value(function(std::move(outcome)));
            }
        } catch (...) {
            promise.set_exception(std::current_exception());
        }
    }
};

template <typename Answer, typename Object, typename Call, typename Asked, typename Wanted,
          typename Function>
Submitted<std::invoke_result_t<Function &, Outcome<Answer>>>
submit(Call call, Asked *asked, const Wanted *request, Function function) {
    using Value = std::invoke_result_t<Function &, Outcome<Answer>>;
    using ThisTask = Task<Answer, Value, Function>;
    auto task = std::make_unique<ThisTask>(ThisTask{std::move(function), {}});
    Submitted<Value> submitted;
    submitted.future = task->promise.get_future();
    auto callback = [](void *userdata, std::uint64_t, places_status status, const Object *object,
                       const places_error *error) noexcept {
        std::unique_ptr<ThisTask> owned(static_cast<ThisTask *>(userdata));
        if (status == PLACES_OK)
            owned->run(Outcome<Answer>(Answer(retain(object))));
        else
            owned->run(Outcome<Answer>(make_error(status, error)));
    };
    Check check;
    check(call(asked, request, callback, task.get(), &submitted.id, check));
    task.release(); // the callback has it, or has freed it already
    return submitted;
}

} // namespace detail

class Client {
  public:
    Client() : Client(ClientOptions()) {}
    explicit Client(const Index &index) : Client(ClientOptions().add_index(index)) {}
    explicit Client(const ClientOptions &options) {
        detail::Check check;
        places_client *client = nullptr;
        check(places_client_new(options.handle(), &client, check));
        client_.reset(client);
    }

    /// Waits for the answer. Throws WrongThread inside a callback.
    Result suggest(const Request &request, std::optional<Milliseconds> timeout = std::nullopt) {
        detail::Check check;
        places_result *result = nullptr;
        check(places_client_autocomplete_wait(handle(), request.handle(), detail::timeout(timeout),
                                              &result, check));
        return Result(result);
    }
    Place place(const PlaceRequest &request, std::optional<Milliseconds> timeout = std::nullopt) {
        detail::Check check;
        places_place *place = nullptr;
        check(places_client_fetch_place_wait(handle(), request.handle(), detail::timeout(timeout),
                                             &place, check));
        return Place(place);
    }

    /// Returns at once. The future holds the answer or throws the error; its destructor does not wait.
    Submitted<Result> submit(const Request &request) {
        return submit(request, [](Outcome<Result> outcome) { return std::move(outcome.value()); });
    }
    Submitted<Place> submit(const PlaceRequest &request) {
        return submit(request, [](Outcome<Place> outcome) { return std::move(outcome.value()); });
    }

    /// The same with a function that runs once, where callbacks run (places.h, 3): `function(Outcome<Result>)`. What it
    /// returns or throws is what the future holds.
    template <typename Function>
    Submitted<std::invoke_result_t<Function &, Outcome<Result>>> submit(const Request &request,
                                                                        Function function) {
        return start<Result, places_result>(places_client_autocomplete, request,
                                            std::move(function));
    }
    template <typename Function>
    Submitted<std::invoke_result_t<Function &, Outcome<Place>>> submit(const PlaceRequest &request,
                                                                       Function function) {
        return start<Place, places_place>(places_client_fetch_place, request, std::move(function));
    }

    void cancel(std::uint64_t id) noexcept { places_client_cancel(handle(), id); }
    std::size_t pending_count() const noexcept { return places_client_pending_count(handle()); }

    void set_indexes(const std::vector<const Index *> &indexes) {
        detail::Check check;
        std::vector<places_index *> handles;
        for (const auto *index : indexes)
            handles.push_back(index->handle());
        check(places_client_set_indexes(handle(), handles.data(), handles.size(), check));
    }

    Meter meter() const noexcept { return Meter(places_client_meter(handle())); }

    /// Pumped clients: how many callbacks ran.
    int dispatch() {
        std::int32_t count = places_client_dispatch(handle());
        if (count < 0)
            std::rethrow_exception(detail::make_error(static_cast<places_status>(count), nullptr));
        return count;
    }
    /// Pumped clients: polls readable while there is something to dispatch. It belongs to the client.
    int fd() {
        int descriptor = places_client_fd(handle());
        if (descriptor < 0)
            std::rethrow_exception(
                detail::make_error(static_cast<places_status>(descriptor), nullptr));
        return descriptor;
    }

    places_client *handle() const noexcept { return client_.get(); }

  private:
    template <typename Answer, typename Object, typename Call, typename Wanted, typename Function>
    Submitted<std::invoke_result_t<Function &, Outcome<Answer>>>
    start(Call call, const Wanted &request, Function function) {
        return detail::submit<Answer, Object>(call, handle(), request.handle(),
                                              std::move(function));
    }

    detail::Handle<places_client, places_client_free> client_;
};

static_assert(!std::is_copy_constructible_v<Client> &&
              std::is_nothrow_move_constructible_v<Client>);
static_assert(!std::is_copy_constructible_v<Result> &&
              std::is_nothrow_move_constructible_v<Result>);
static_assert(!std::is_copy_constructible_v<Filter> &&
              std::is_nothrow_move_constructible_v<Filter>);

// ---------------------------------------------------------------------------------------------------
// Store: recent places and favourites

class Store {
  public:
    /// In memory.
    Store() : Store(static_cast<const char *>(nullptr)) {}
    explicit Store(const std::string &path) : Store(path.c_str()) {}

    /// Notes a place as the most recent. `types` with commas between them.
    void add(const std::string &place_id, const std::string &primary,
             const std::string &secondary = "", const std::string &types = "",
             std::optional<Coordinate> location = std::nullopt) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        detail::Check check;
        check(places_store_add(handle(), place_id.c_str(), primary.c_str(), secondary.c_str(),
                               types.c_str(), location ? location->latitude : none,
                               location ? location->longitude : none, check));
    }
    void set_favourite(const std::string &place_id, bool favourite = true) {
        detail::Check check;
        check(places_store_set_favourite(handle(), place_id.c_str(), favourite, check));
    }
    void remove(const std::string &place_id) {
        detail::Check check;
        check(places_store_remove(handle(), place_id.c_str(), check));
    }
    /// Favourites stay.
    void clear() {
        detail::Check check;
        check(places_store_clear(handle(), check));
    }
    std::size_t size() const noexcept { return places_store_count(handle()); }
    bool is_read_only() const noexcept { return places_store_is_read_only(handle()); }
    /// Where a damaged file lies now; "" where none was.
    std::string_view set_aside_path() const noexcept {
        return detail::view(places_store_set_aside_path(handle()));
    }
    places_store *handle() const noexcept { return store_.get(); }

  private:
    explicit Store(const char *path) {
        detail::Check check;
        places_store *store = nullptr;
        check(places_store_open(path, &store, check));
        store_.reset(store);
    }

    detail::Handle<places_store, places_store_free> store_;
};

// ---------------------------------------------------------------------------------------------------
// Fetcher

namespace detail {

/// A C object that calls back, and what it calls. The functions are shared with the callback that runs: it may free
/// the object, and still has to end.
template <typename Object, void (*Free)(Object *), typename Functions> class Listener {
  public:
    struct Hooks : std::enable_shared_from_this<Hooks> {
        explicit Hooks(Functions given) : functions(std::move(given)) {}

        const Functions functions;
        std::mutex mutex;
        std::exception_ptr exception;

        void keep(std::exception_ptr thrown) noexcept {
            std::lock_guard<std::mutex> lock(mutex);
            if (!exception)
                exception = std::move(thrown);
        }
    };

    explicit Listener(Functions functions)
        : hooks_(std::make_shared<Hooks>(std::move(functions))) {}
    Listener(Listener &&) noexcept = default;
    Listener &operator=(Listener &&other) noexcept {
        object_ = std::move(other.object_); // frees the one before, which still calls its hooks
        hooks_ = std::move(other.hooks_);
        return *this;
    }

    /// Calls one of the functions where there is one; gives `fallback` where it is missing or throws.
    template <typename Value, typename Function, typename Call>
    static Value call(void *userdata, Function Functions::*function, Value fallback,
                      Call body) noexcept {
        auto hooks = static_cast<Hooks *>(userdata)->shared_from_this();
        try {
            if (hooks->functions.*function)
                return body(hooks->functions.*function);
        } catch (...) {
            hooks->keep(std::current_exception());
        }
        return fallback;
    }
    template <typename Function, typename Call>
    static void call(void *userdata, Function Functions::*function, Call body) noexcept {
        call(userdata, function, true, [&](const Function &given) {
            body(given);
            return true;
        });
    }

    void *userdata() const noexcept { return hooks_.get(); }
    void reset(Object *object) noexcept { object_.reset(object); }
    Object *get() const noexcept { return object_.get(); }
    std::exception_ptr take_exception() noexcept {
        std::lock_guard<std::mutex> lock(hooks_->mutex);
        return std::exchange(hooks_->exception, nullptr);
    }

  private:
    std::shared_ptr<Hooks> hooks_;
    Handle<Object, Free> object_; // after the hooks, so that it goes first
};

inline std::uint32_t clamp(Milliseconds time) noexcept {
    return time.count() < 0            ? 0
           : time.count() > UINT32_MAX ? UINT32_MAX - 1
                                       : static_cast<std::uint32_t>(time.count());
}

} // namespace detail

/// What a Fetcher calls, where callbacks run; each may be empty. What they throw never reaches C: take_exception().
struct FetcherCallbacks {
    std::function<void()> did_start;
    std::function<void(std::string_view text, const Result &result)> did_autocomplete;
    std::function<void(const Error &error)> did_fail;
};

class Fetcher {
  public:
    Fetcher(const Client &client, FetcherCallbacks callbacks) : listener_(std::move(callbacks)) {
        places_fetcher_callbacks table = {};
        table.size = sizeof table;
        table.did_start = [](void *userdata) noexcept {
            Listener::call(userdata, &FetcherCallbacks::did_start,
                           [](auto &function) { function(); });
        };
        table.did_autocomplete = [](void *userdata, const char *text,
                                    const places_result *result) noexcept {
            Listener::call(userdata, &FetcherCallbacks::did_autocomplete, [&](auto &function) {
                function(detail::view(text), Result(places_result_retain(result)));
            });
        };
        table.did_fail = [](void *userdata, const places_error *error) noexcept {
            Listener::call(userdata, &FetcherCallbacks::did_fail, [&](auto &function) {
                function(Error(places_error_status(error), error));
            });
        };
        detail::Check check;
        places_fetcher *fetcher = nullptr;
        check(places_fetcher_new(client.handle(), &table, listener_.userdata(), &fetcher, check));
        listener_.reset(fetcher);
    }

    /// `caret` in code points, -1 for the end.
    Fetcher &set_text(std::string_view text, std::int32_t caret = -1) {
        return set(places_fetcher_set_text, text.empty() ? "" : text.data(), text.size(), caret);
    }
    Fetcher &set_composing(bool composing) noexcept {
        places_fetcher_set_composing(handle(), composing);
        return *this;
    }
    Fetcher &set_filter(const Filter &filter) {
        return set(places_fetcher_set_filter, filter.handle());
    }
    Fetcher &set_token(const Token &token) { return set(places_fetcher_set_token, token.handle()); }
    Fetcher &clear_token() { return set(places_fetcher_set_token, nullptr); }
    Fetcher &set_session_policy(places_session_policy policy) {
        return set(places_fetcher_set_session_policy, policy);
    }
    /// No interval: the default one.
    Fetcher &set_mode(places_typing_mode mode,
                      std::optional<Milliseconds> interval = std::nullopt) {
        return set(places_fetcher_set_mode, mode,
                   interval ? detail::clamp(*interval) : PLACES_INTERVAL_DEFAULT);
    }
    Fetcher &set_min_length(std::uint32_t code_points) {
        return set(places_fetcher_set_min_length, code_points);
    }
    Fetcher &set_limit(std::int32_t limit) { return set(places_fetcher_set_limit, limit); }
    Fetcher &set_deadline(Milliseconds deadline) {
        return set(places_fetcher_set_deadline, detail::clamp(deadline));
    }
    Fetcher &set_session_timeout(Milliseconds timeout) {
        return set(places_fetcher_set_session_timeout, detail::clamp(timeout));
    }

    void clear() noexcept { places_fetcher_clear(handle()); }
    void flush() noexcept { places_fetcher_flush(handle()); }
    void end_session() noexcept { places_fetcher_end_session(handle()); }
    /// The session's; begins one. Nothing where the policy gives none.
    std::optional<Token> token() {
        detail::Check check;
        places_token *token = nullptr;
        check(places_fetcher_token(handle(), &token, check));
        return token != nullptr ? std::optional(Token(token)) : std::nullopt;
    }
    /// The one details call of the session, with its token; ends it.
    Submitted<Place> fetch_place(const PlaceRequest &request) {
        return detail::submit<Place, places_place>(
            places_fetcher_fetch_place, handle(), request.handle(),
            [](Outcome<Place> outcome) { return std::move(outcome.value()); });
    }

    /// What a callback has thrown, the first since this was asked last; null for nothing.
    std::exception_ptr take_exception() noexcept { return listener_.take_exception(); }
    places_fetcher *handle() const noexcept { return listener_.get(); }

  private:
    using Listener = detail::Listener<places_fetcher, places_fetcher_free, FetcherCallbacks>;

    template <typename Setter, typename... Values> Fetcher &set(Setter setter, Values... values) {
        detail::Check check;
        check(setter(handle(), values..., check));
        return *this;
    }

    Listener listener_;
};

// ---------------------------------------------------------------------------------------------------
// Table data source

/// One row of a TableState, which it must not outlive.
class TableRow : public Row {
  public:
    TableRow(const places_table_state *state, std::size_t row) noexcept
        : Row(places_table_state_result(state), row), state_(state), index_(row) {}

    std::size_t index() const noexcept { return index_; }
    places_row_kind kind() const noexcept { return places_table_state_row_kind(state_, index_); }
    places_icon icon() const noexcept { return places_table_state_row_icon(state_, index_); }
    /// As it is shown; "" without one.
    std::string_view distance() const noexcept {
        return detail::view(places_table_state_row_distance(state_, index_));
    }
    /// For assistive technology.
    std::string_view label() const noexcept {
        return detail::view(places_table_state_row_label(state_, index_));
    }
    std::string_view source() const noexcept {
        return detail::view(places_table_state_row_source(state_, index_));
    }

  private:
    const places_table_state *state_;
    std::size_t index_;
};

struct Change {
    places_change_kind kind;
    std::size_t row;
};

/// What a control draws. Texts and rows are views that live as long as the state.
class TableState {
  public:
    /// Takes over a reference.
    explicit TableState(places_table_state *state) noexcept : state_(state) {}
    /// A reference more to the same state.
    TableState copy() const noexcept { return TableState(places_table_state_retain(handle())); }

    std::string_view text() const noexcept {
        return detail::view(places_table_state_text(handle()));
    }
    places_table_phase phase() const noexcept { return places_table_state_phase(handle()); }
    bool is_loading() const noexcept { return places_table_state_is_loading(handle()); }
    bool is_picking() const noexcept { return places_table_state_is_picking(handle()); }
    bool is_open() const noexcept { return places_table_state_is_open(handle()); }
    bool is_current() const noexcept { return places_table_state_is_current(handle()); }
    bool is_fallback() const noexcept { return places_table_state_is_fallback(handle()); }
    bool can_retry() const noexcept { return places_table_state_can_retry(handle()); }
    std::optional<std::size_t> highlighted() const noexcept {
        std::int32_t row = places_table_state_highlighted(handle());
        return row >= 0 ? std::optional(static_cast<std::size_t>(row)) : std::nullopt;
    }
    std::size_t size() const noexcept { return places_table_state_row_count(handle()); }
    bool empty() const noexcept { return size() == 0; }
    TableRow operator[](std::size_t row) const noexcept { return TableRow(handle(), row); }
    std::vector<TableRow> rows() const {
        std::vector<TableRow> rows;
        for (std::size_t row = 0; row < size(); row++)
            rows.emplace_back(handle(), row);
        return rows;
    }
    std::vector<std::string_view> attributions() const {
        std::vector<std::string_view> lines;
        for (std::size_t i = 0; i < places_table_state_attribution_count(handle()); i++)
            lines.push_back(detail::view(places_table_state_attribution(handle(), i)));
        return lines;
    }
    std::optional<Error> error() const {
        const places_error *error = places_table_state_error(handle());
        return error != nullptr ? std::optional(Error(places_error_status(error), error))
                                : std::nullopt;
    }
    /// What makes the rows of `before` these, one after the other.
    std::vector<Change> changes_since(const TableState &before) const {
        std::size_t count =
            places_table_state_changes(before.handle(), handle(), nullptr, nullptr, 0);
        std::vector<places_change_kind> kinds(count);
        std::vector<std::size_t> rows(count);
        places_table_state_changes(before.handle(), handle(), kinds.data(), rows.data(), count);
        std::vector<Change> changes;
        for (std::size_t i = 0; i < count; i++)
            changes.push_back({kinds[i], rows[i]});
        return changes;
    }
    std::string to_json() const {
        return detail::take_string(places_table_state_to_json(handle()));
    }
    const places_table_state *handle() const noexcept { return state_.get(); }

  private:
    detail::Handle<places_table_state, places_table_state_release> state_;
};

/// What a Table calls, where callbacks run; each may be empty. What they throw never reaches C: take_exception().
struct TableDelegate {
    std::function<void(const TableState &state)> did_request;
    std::function<void(const TableState &state)> did_update;
    /// False or an exception suppresses the pick.
    std::function<bool(const TableRow &row)> did_select_prediction;
    std::function<void(const Place &place, std::string_view typed)> did_autocomplete;
    std::function<void(const TableRow &row, const std::optional<Token> &token)> did_pick;
    std::function<void(std::string_view text)> did_enter_text;
    std::function<void(const Error &error)> did_fail;
    std::function<void()> was_cancelled;
    std::function<void(bool active)> activity;
};

class Table {
  public:
    Table(const Client &client, TableDelegate delegate) : listener_(std::move(delegate)) {
        places_table_delegate table = c_delegate();
        detail::Check check;
        places_table *made = nullptr;
        check(places_table_new(client.handle(), &table, listener_.userdata(), &made, check));
        listener_.reset(made);
    }

    /// `caret` in code points, -1 for the end.
    Table &set_text(std::string_view text, std::int32_t caret = -1) {
        return set(places_table_set_text, text.empty() ? "" : text.data(), text.size(), caret);
    }
    /// The program fills the field: no request, no rows.
    Table &set_value(std::string_view text) {
        return set(places_table_set_value, text.empty() ? "" : text.data(), text.size());
    }
    Table &set_composing(bool composing) noexcept {
        places_table_set_composing(handle(), composing);
        return *this;
    }
    Table &set_filter(const Filter &filter) {
        return set(places_table_set_filter, filter.handle());
    }
    Table &set_viewport(const Rectangle &area) {
        return set(places_table_set_viewport, area.low.latitude, area.low.longitude,
                   area.high.latitude, area.high.longitude);
    }
    Table &set_token(const Token &token) { return set(places_table_set_token, token.handle()); }
    Table &clear_token() { return set(places_table_set_token, nullptr); }
    Table &set_session_policy(places_session_policy policy) {
        return set(places_table_set_session_policy, policy);
    }
    /// No interval: the default one.
    Table &set_mode(places_typing_mode mode, std::optional<Milliseconds> interval = std::nullopt) {
        return set(places_table_set_mode, mode,
                   interval ? detail::clamp(*interval) : PLACES_INTERVAL_DEFAULT);
    }
    Table &set_min_length(std::uint32_t code_points) {
        return set(places_table_set_min_length, code_points);
    }
    Table &set_limit(std::int32_t limit) { return set(places_table_set_limit, limit); }
    Table &set_deadline(Milliseconds deadline) {
        return set(places_table_set_deadline, detail::clamp(deadline));
    }
    Table &set_session_timeout(Milliseconds timeout) {
        return set(places_table_set_session_timeout, detail::clamp(timeout));
    }
    Table &set_fields(const std::string &mask) {
        return set(places_table_set_fields, mask.c_str());
    }
    Table &set_pick(places_pick pick) { return set(places_table_set_pick, pick); }
    Table &set_language(const std::string &language) {
        return set(places_table_set_language, language.c_str());
    }
    Table &set_units(places_units units) { return set(places_table_set_units, units); }
    Table &set_take_first(bool take_first) noexcept {
        places_table_set_take_first(handle(), take_first);
        return *this;
    }
    Table &set_accepts_text(bool accepts_text) noexcept {
        places_table_set_accepts_text(handle(), accepts_text);
        return *this;
    }
    Table &set_on_google_map(bool on_google_map) noexcept {
        places_table_set_on_google_map(handle(), on_google_map);
        return *this;
    }
    Table &set_search_row(bool offered, bool always) noexcept {
        places_table_set_search_row(handle(), offered, always);
        return *this;
    }
    Table &set_store(const Store &store) { return set(places_table_set_store, store.handle()); }
    Table &set_current_location(const Coordinate &here, const std::string &label) {
        return set(places_table_set_current_location, here.latitude, here.longitude, label.c_str());
    }
    Table &clear_current_location() noexcept {
        places_table_clear_current_location(handle());
        return *this;
    }
    Table &set_billing_policy(places_billing_policy policy) {
        return set(places_table_set_billing_policy, policy);
    }

    /// Whether the key is used up; else it is the field's.
    bool key(places_key key) noexcept { return places_table_key(handle(), key); }
    Table &highlight(std::optional<std::size_t> row) {
        // What is no int32_t is past the end of every list.
        return set(places_table_highlight, !row               ? -1
                                           : *row > INT32_MAX ? INT32_MAX
                                                              : static_cast<std::int32_t>(*row));
    }
    void open() noexcept { places_table_open(handle()); }
    void close() noexcept { places_table_close(handle()); }
    /// Of the present rows.
    Table &select(std::size_t row) { return set(places_table_select, nullptr, row); }
    /// Of the state that the user saw.
    Table &select(const TableState &seen, std::size_t row) {
        return set(places_table_select, seen.handle(), row);
    }
    Table &search() { return set(places_table_search); }
    /// Whether the client has a service for search().
    bool can_search() const noexcept { return places_table_can_search(handle()); }
    Table &retry() { return set(places_table_retry); }
    void cancel() noexcept { places_table_cancel(handle()); }
    void clear() noexcept { places_table_clear(handle()); }
    void flush() noexcept { places_table_flush(handle()); }
    std::optional<Token> token() {
        detail::Check check;
        places_token *token = nullptr;
        check(places_table_token(handle(), &token, check));
        return token != nullptr ? std::optional(Token(token)) : std::nullopt;
    }
    TableState state() const noexcept { return TableState(places_table_state_now(handle())); }

    /// What a callback has thrown, the first since this was asked last; null for nothing.
    std::exception_ptr take_exception() noexcept { return listener_.take_exception(); }
    places_table *handle() const noexcept { return listener_.get(); }

  private:
    using Listener = detail::Listener<places_table, places_table_free, TableDelegate>;

    static TableState state_of(const places_table_state *state) noexcept {
        return TableState(places_table_state_retain(state));
    }

    static places_table_delegate c_delegate() noexcept {
        places_table_delegate table = {};
        table.size = sizeof table;
        table.did_request = [](void *userdata, const places_table_state *state) noexcept {
            Listener::call(userdata, &TableDelegate::did_request,
                           [&](auto &function) { function(state_of(state)); });
        };
        table.did_update = [](void *userdata, const places_table_state *state) noexcept {
            Listener::call(userdata, &TableDelegate::did_update,
                           [&](auto &function) { function(state_of(state)); });
        };
        table.did_select_prediction = [](void *userdata, const places_table_state *state,
                                         std::size_t row) noexcept {
            auto functions = &TableDelegate::did_select_prediction;
            bool is_missing = true;
            bool goes_on = Listener::call(userdata, functions, false, [&](auto &function) {
                is_missing = false;
                return function(TableRow(state, row));
            });
            return is_missing || goes_on;
        };
        table.did_autocomplete = [](void *userdata, const places_place *place,
                                    const char *typed) noexcept {
            Listener::call(userdata, &TableDelegate::did_autocomplete, [&](auto &function) {
                function(Place(places_place_retain(place)), detail::view(typed));
            });
        };
        table.did_pick = [](void *userdata, const places_table_state *state, std::size_t row,
                            const places_token *token) noexcept {
            Listener::call(userdata, &TableDelegate::did_pick, [&](auto &function) {
                function(TableRow(state, row), token != nullptr
                                                   ? std::optional(Token(places_token_text(token)))
                                                   : std::nullopt);
            });
        };
        table.did_enter_text = [](void *userdata, const char *text) noexcept {
            Listener::call(userdata, &TableDelegate::did_enter_text,
                           [&](auto &function) { function(detail::view(text)); });
        };
        table.did_fail = [](void *userdata, const places_error *error) noexcept {
            Listener::call(userdata, &TableDelegate::did_fail, [&](auto &function) {
                function(Error(places_error_status(error), error));
            });
        };
        table.was_cancelled = [](void *userdata) noexcept {
            Listener::call(userdata, &TableDelegate::was_cancelled,
                           [](auto &function) { function(); });
        };
        table.activity = [](void *userdata, bool active) noexcept {
            Listener::call(userdata, &TableDelegate::activity,
                           [&](auto &function) { function(active); });
        };
        return table;
    }

    template <typename Setter, typename... Values> Table &set(Setter setter, Values... values) {
        detail::Check check;
        check(setter(handle(), values..., check));
        return *this;
    }

    Listener listener_;
};

static_assert(!std::is_copy_constructible_v<Table> && std::is_nothrow_move_assignable_v<Table>);
static_assert(!std::is_copy_constructible_v<Fetcher> && std::is_nothrow_move_assignable_v<Fetcher>);

} // namespace places

#endif // PLACES_HPP
